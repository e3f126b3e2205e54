/// The servers that every test of audio devices runs on.
enum AudioServerKind: String, CaseIterable, Sendable, CustomStringConvertible {
    case pulseAudio, pipeWire

    var description: String { rawValue }

    /// A server of this kind with a speaker and a microphone.
    @available(*, noasync)
    func makeFixture(hasMicrophone: Bool = true) throws -> AudioFixture {
        switch self {
        case .pulseAudio: try PulseFixture(hasMicrophone: hasMicrophone)
        case .pipeWire: try PipeWireFixture(hasMicrophone: hasMicrophone)
        }
    }
}
