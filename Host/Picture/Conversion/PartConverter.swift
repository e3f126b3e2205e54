import Frames

/// Makes parts of the lying picture (scaled, not yet turned) from a frame of one format.
protocol PartConverter: AnyObject {
    /// Fills `planes` with an even part of the lying picture, within what is visible. Allocates nothing.
    ///
    /// `pixels` is the first one of the window (`FrameWindow`); nothing beyond the window is read.
    func convert(_ lying: PixelRectangle, from pixels: UnsafeRawPointer, into planes: I420View)
}
