/// How a source is mixed from the start.
public struct SourceSettings: Sendable {
    /// What a source is to the others.
    public enum Role: Hashable, Sendable {
        case plain
        /// Makes the background step back when ducking is on.
        case speech
        /// Steps back.
        case background
    }

    /// Linear, 0...16.
    public var gain: Float
    public var isMuted: Bool
    public var channels: ChannelMap
    public var role: Role
    /// Whether it is what the speakers play: what echo cancellation takes out of sources with an insert. One of them at most.
    public var isEchoReference: Bool
    /// What its audio goes through before gain and levels.
    public var insert: (any AudioInsert)?
    /// What hears it, after gain and mute, before ducking.
    public var tap: (any AudioTap)?

    public init(
        gain: Float = 1, isMuted: Bool = false, channels: ChannelMap = .stereo, role: Role = .plain, isEchoReference: Bool = false,
        insert: (any AudioInsert)? = nil, tap: (any AudioTap)? = nil
    ) {
        (self.gain, self.isMuted, self.channels, self.role) = (gain, isMuted, channels, role)
        (self.isEchoReference, self.insert, self.tap) = (isEchoReference, insert, tap)
    }
}
