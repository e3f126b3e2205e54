import Frames
import Platform

/// The newest picture of a stream, in the buffer that it came in.
struct HeldFrame {
    let buffer: UnsafeMutableRawPointer
    let planes: StreamPlanes
    /// The picture within the buffer.
    let area: PixelRectangle
    let orientation: Orientation
    let time: MediaTime
}
