import Platform
import Synchronization

/// What other threads ask of it.
extension EncodingThread {
    /// What to make of the picture from now on. The session's thread; does not wait.
    func tell(_ target: EncoderTarget) {
        encoderTargets.post(target)
        wakeup.signal()
    }

    /// What the encoding is from now on. The same codec. Any thread; does not wait.
    func change(to settings: EncodingSettings) {
        changes.post(settings)
        wakeup.signal()
    }

    /// From the next key frame on, each begins with the headers: for targets that began with those of another encoder. Any thread; does not wait.
    func repeatHeaders() {
        guard !wantsHeaders.exchange(true, ordering: .acquiringAndReleasing) else { return }
        wakeup.signal()
    }

    /// What came of the newest request for another encoder.
    struct Restarted: Sendable {
        var number = 0
        var gap = Duration.zero
        /// Why there is none.
        var problem: String?
    }

    /// Another encoder in the place of the one at work, from a key frame on. Any thread; does not wait.
    ///
    /// - Returns: what `restarted` has for a number once it is done.
    func restart() -> Int {
        let number = restarts.add(1, ordering: .acquiringAndReleasing).newValue
        wakeup.signal()
        return number
    }

    /// Has `run` return soon. Any thread; does not wait.
    func stop() {
        isStopping.store(true, ordering: .releasing)
        wakeup.signal()
    }
}
