/// How something that lives on the sound server is at one moment: a microphone, desktop audio, a `SinkPlayer`.
public struct AudioDeviceStatus: Hashable, Sendable {
    public enum State: String, Hashable, Sendable {
        /// Connecting, or waiting for the first samples.
        case opening
        /// Samples are going through, or would if there were any.
        case live
        /// The sound server has nothing of the kind; it is taken as soon as it appears.
        case absent
        /// The device or the sound server went away, or no server is there; both are looked for several times a second.
        case lost
    }

    public let state: State
    /// "microphone", "desktop audio"
    public let subject: String
    /// The device in use, or last in use.
    public let device: AudioDevice?
    /// Why it is absent or lost.
    public let error: AudioError?

    /// One line for people.
    public var words: String {
        let name = device?.description ?? subject
        return switch state {
        case .opening: "\(name): opening"
        case .live: "\(name): live"
        case .absent: error?.message ?? "no \(subject)"
        case .lost: "\(name): lost, silence goes out; \(error?.message ?? "looking for it")"
        }
    }
}
