import Platform
import Synchronization

extension AudioInventory {
    /// Asks the server once. Blocks the calling thread for at most `timeLimit`.
    ///
    /// - Throws: `noServer`, `permissionDenied`, `timedOut`, `refused`, `system`.
    @available(*, noasync)
    static func ask(_ interest: PulseInterest, server: String?, timeLimit: Duration) throws(AudioError) -> AudioInventory {
        let answered: Wakeup
        do { answered = try Wakeup() } catch { throw AudioError(.system, "the sound server cannot be asked: \(error)") }
        let answer = Answer()
        let client = try PulseClient(server: server, interest: interest) { client, event in
            switch event {
            case .ready: client.list()
            case .listed(let inventory): answer.give(.success(inventory), waking: answered)
            case .gone(let error), .refused(let error): answer.give(.failure(error), waking: answered)
            default: break
            }
        }
        defer { client.close() }
        client.perform { $0.connect() }
        _ = answered.wait(until: .now() + timeLimit)
        guard let result = answer.value else {
            throw AudioError(.timedOut, "the sound server \(client.address) did not answer within \(timeLimit); it may be hanging")
        }
        return try result.get()
    }

    /// The first answer counts.
    private final class Answer: Sendable {
        private let stored = Mutex<Result<AudioInventory, AudioError>?>(nil)
        var value: Result<AudioInventory, AudioError>? { stored.withLock { $0 } }
        func give(_ result: Result<AudioInventory, AudioError>, waking wakeup: Wakeup) {
            stored.withLock { if $0 == nil { $0 = result } }
            wakeup.signal()
        }
    }
}
