/// The servers that every test of sound devices runs on.
enum SoundServerKind: String, CaseIterable, Sendable, CustomStringConvertible {
    case pulseAudio, pipeWire

    var description: String { rawValue }

    /// A server of this kind with a speaker and a microphone.
    @available(*, noasync)
    func makeBed(hasMicrophone: Bool = true) throws -> SoundBed {
        switch self {
        case .pulseAudio: try PulseBed(hasMicrophone: hasMicrophone)
        case .pipeWire: try PipeWireBed(hasMicrophone: hasMicrophone)
        }
    }
}
