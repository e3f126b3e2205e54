import CXCB

/// Where the pixels of a frame are read from.
struct PixelOrigin {
    /// The root window, or the pixmap of one window.
    var drawable: xcb_drawable_t
    /// The frame's corner there.
    var x: Int
    var y: Int
}
