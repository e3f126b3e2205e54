/// What the host does with the audio, sent when it changes: a pusher that is not heard may rest.
public struct AudioState: WireMessage, Hashable {
    public static let kind = MessageKind.soundState

    /// The host mixes it now.
    public var isActive: Bool
    public var isMuted: Bool

    public init(isActive: Bool, isMuted: Bool) { (self.isActive, self.isMuted) = (isActive, isMuted) }

    public func write(_ buffer: WireBuffer) {
        buffer.flag(isActive)
        buffer.flag(isMuted)
    }

    public init(body reader: inout BodyReader) throws(WireError) {
        isActive = try reader.wire.flag("active")
        isMuted = try reader.wire.flag("muted")
    }
}
