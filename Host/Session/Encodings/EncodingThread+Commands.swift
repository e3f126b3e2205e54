import Codec
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

    /// The encoder at work goes on where no other can be opened.
    func applyRestart(at now: MediaTime) {
        let number = restarts.load(ordering: .acquiring)
        guard restarted.withLock({ $0.number }) < number else { return }
        var outcome = Restarted(number: number)
        do throws(CodecError) { try reopen(sizePercent: encoderTarget.sizePercent) } catch { outcome.problem = error.message }
        outcome.gap = MediaTime.now() - now
        restarted.withLock { $0 = outcome }
    }

    /// Has `run` return soon. Any thread; does not wait.
    func stop() {
        isStopping.store(true, ordering: .releasing)
        wakeup.signal()
    }
}
