/// How the microphone is at one moment.
public struct MicrophoneStatus: Hashable, Sendable {
    public enum State: String, Hashable, Sendable {
        /// Connecting, or waiting for the first samples.
        case opening
        /// Samples are coming.
        case live
        /// The sound server has no such microphone; it is taken as soon as it appears.
        case absent
        /// The microphone or the sound server went away, or no server is there; both are looked for every second.
        case lost
    }

    public let state: State
    /// The device in use, or last in use.
    public let device: SoundDevice?
    /// Why it is absent or lost.
    public let error: SoundError?

    /// One line for people.
    public var words: String {
        let name = device?.description ?? "microphone"
        return switch state {
        case .opening: "\(name): opening"
        case .live: "\(name): live"
        case .absent: error?.message ?? "no microphone"
        case .lost: "\(name): lost, silence goes out; \(error?.message ?? "looking for it")"
        }
    }
}
