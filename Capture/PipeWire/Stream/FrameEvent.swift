import Frames
import Platform

/// What a received buffer says of its picture.
struct FrameEvent {
    /// Names the buffer; given back by it.
    var buffer: UnsafeMutableRawPointer
    /// No picture: an update of the pointer alone, or a picture that failed.
    var hasPicture = true
    /// It brings an update of the pointer.
    var hasPointer = false
    var planes = StreamPlanes()
    /// Of the whole buffer.
    var size: PixelSize
    /// The part of it that is the picture; `nil` for all.
    var crop: PixelRectangle?
    /// When it was drawn; `nil` when it does not say.
    var time: MediaTime?
    /// Counts the buffers of the stream, where the sender counts them.
    var sequence: UInt64?
    var orientation = Orientation.up
    /// What changed since the buffer before, in the buffer's pixels; `nil` when it does not say, or may not have said all.
    var damage: Damage?
}
