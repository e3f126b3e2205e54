public import Frames
public import Platform

/// What the control plane asks of the whole stream's picture. What is `nil` stays as it is.
public struct PictureRequest: Hashable, Sendable {
    /// The canvas's: both sides even, 16...8192.
    public var size: PixelSize?
    /// 1...240. Encodings with a frame rate of their own keep it.
    public var framesPerSecond: FrameRate?

    public init(size: PixelSize? = nil, framesPerSecond: FrameRate? = nil) { (self.size, self.framesPerSecond) = (size, framesPerSecond) }

    /// What of it is out of range, and what is allowed.
    public var problem: String? {
        if size == nil, framesPerSecond == nil { return "nothing is asked of the picture: give a size, such as 1280x720, or a frame rate" }
        for side in size.map({ [$0.width, $0.height] }) ?? [] where !(16...8192).contains(side) || !side.isMultiple(of: 2) {
            return "a size of \(size!) cannot be encoded: use even numbers of pixels from 16 to 8192"
        }
        if let framesPerSecond, !FrameRate.range.contains(framesPerSecond) {
            return "\(framesPerSecond) frames a second cannot be encoded: use 1 to 240"
        }
        return nil
    }
}
