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
    /// How much later than captured it is heard.
    public var offset: AudioOffset
    public var role: Role
    /// Whether it is what the speakers play: what echo cancellation takes out of sources with an insert. One of them at most.
    public var isEchoReference: Bool
    /// What its audio goes through before gain and levels.
    public var insert: (any AudioInsert)?
    /// What hears it, after gain and mute, before ducking.
    public var tap: (any AudioTap)?
    /// What takes it by itself as it goes into the mix, before ducking: every quantum that the mix has, silence where it
    /// is muted and when it has left.
    public var recorder: Mixer.Delivery?

    public init(
        gain: Float = 1, isMuted: Bool = false, channels: ChannelMap = .stereo, offset: AudioOffset = .none, role: Role = .plain,
        isEchoReference: Bool = false, insert: (any AudioInsert)? = nil, tap: (any AudioTap)? = nil, recorder: Mixer.Delivery? = nil
    ) {
        (self.gain, self.isMuted, self.channels, self.offset, self.role) = (gain, isMuted, channels, offset, role)
        (self.isEchoReference, self.insert, self.tap, self.recorder) = (isEchoReference, insert, tap, recorder)
    }
}
