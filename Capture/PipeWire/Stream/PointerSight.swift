import CaptureKit
import Frames

/// What a buffer says of the pointer.
struct PointerSight {
    /// Pixels with premultiplied alpha, borrowed.
    struct Image {
        /// Colours in memory order.
        enum Order { case rgba, bgra, argb, abgr }

        let size: PixelSize
        let hotSpot: PointerPosition
        let pixels: UnsafeRawPointer
        let strideBytes: Int
        let order: Order
    }

    enum ImageEvent {
        /// As it was.
        case none
        /// It is invisible.
        case empty
        case pixels(Image)
    }

    /// False where it is on another screen, too.
    var isVisible: Bool
    /// In the buffer's pixels.
    var position: PointerPosition
    var image = ImageEvent.none
}
