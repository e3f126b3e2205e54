public import Frames

/// One way to encode the picture that a link was found fit for.
public struct StreamSetting: Sendable, Hashable {
    public let size: PixelSize
    public let framesPerSecond: Int
    /// Of the picture: what to begin with.
    public let bitsPerSecond: Int
    /// Below this the picture is not worth its size.
    public let leastBitsPerSecond: Int
    /// A plain text for people.
    public let why: String
}
