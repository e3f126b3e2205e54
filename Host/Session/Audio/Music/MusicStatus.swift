public import Codec

/// The music player at one moment.
public struct MusicStatus: Hashable, Sendable {
    public let state: MusicState
    /// What is opening, playing or was last; secrets of an address are left out. Empty before the first.
    public let location: String
    /// From the start of the track, of this pass when it loops.
    public let position: Duration
    /// As far as known; `nil` for what has no end, or does not say.
    public let duration: Duration?
    public let isLooping: Bool
    /// Why the last track could not be opened, or broke off; also while another one plays on. Gone with the next `play`.
    public let lastError: String
    public let lastErrorCode: CodecError.Code?
    /// How often the audio came too slowly, and how long it was silent for it.
    public let underruns: Int
    public let silence: Duration

    /// For people, in one line.
    public var text: String {
        switch state {
        case .stopped: "no music"
        case .opening: "opening \(location)"
        case .playing: "\(location)\(isLooping ? ", again and again" : "")"
        case .paused: "\(location), paused"
        case .finished: "\(location) has ended"
        case .failed: lastError
        }
    }
}
