public import Audio

/// How loud a source of the mix is, and whether it is heard.
public struct SourceGain: Hashable, Sendable {
    public var source: String
    public var gain: AudioGain
    public var isMuted: Bool

    public init(_ source: String, gain: AudioGain, isMuted: Bool) { (self.source, self.gain, self.isMuted) = (source, gain, isMuted) }
}
