import AppGroup
import Synchronization

/// The devices of the sound server, asked for once.
public enum SoundDevices {
    public static let timeLimit: Duration = .seconds(2)

    /// Everything that can be recorded from, microphones first, as the server orders them.
    ///
    /// Blocks the calling thread for at most `timeLimit`; never call it on the cooperative pool.
    /// - Parameter server: the server's address in PulseAudio's notation; `nil` is the user's own.
    /// - Throws: `noServer`, `timedOut`, `refused`, `system`.
    @available(*, noasync)
    public static func list(server: String? = nil) throws(SoundError) -> [SoundDevice] {
        let answered: Wakeup
        do { answered = try Wakeup() } catch { throw SoundError(.system, "the sound server cannot be asked: \(error)") }
        let answer = Answer()
        let client = try PulseClient(server: server) { client, event in
            switch event {
            case .ready: client.list()
            case .listed(let devices): answer.give(.success(devices), waking: answered)
            case .gone(let error), .refused(let error): answer.give(.failure(error), waking: answered)
            default: break
            }
        }
        defer { client.close() }
        client.perform { $0.connect() }
        _ = answered.wait(until: .now() + timeLimit)
        guard let result = answer.value else {
            throw SoundError(.timedOut, "the sound server \(client.address) did not answer within \(timeLimit); is it hanging?")
        }
        return try result.get().sorted { !$0.isMonitor && $1.isMonitor }
    }

    /// The microphone that a choice means at this moment; for checking a setting before a broadcast.
    ///
    /// Blocks as `list` does, and throws what it throws, and `unknownDevice`, `ambiguousDevice` or `notAMicrophone`.
    @available(*, noasync)
    public static func microphone(_ choice: MicrophoneChoice, server: String? = nil) throws(SoundError) -> SoundDevice {
        try choice.select(from: list(server: server))
    }

    /// The first answer counts.
    private final class Answer: Sendable {
        private let stored = Mutex<Result<[SoundDevice], SoundError>?>(nil)
        var value: Result<[SoundDevice], SoundError>? { stored.withLock { $0 } }
        func give(_ result: Result<[SoundDevice], SoundError>, waking wakeup: Wakeup) {
            stored.withLock { if $0 == nil { $0 = result } }
            wakeup.signal()
        }
    }
}
