import Audio
import Platform
import Synchronization

/// Hear yourself: plays the microphone, as it goes into the mix, to a sink of the user's choice.
///
/// What is asked is carried out on a thread of its own, since the sound server may take its time; one at a time. `play` is the
/// mixer's, the rest any control thread's.
final class MonitorController: AudioTap {
    private struct State {
        var number = 0
        var word = "off"
        var sink = ""
        var lastError = ""
        /// Rather than headphones; true as long as that is not known.
        var isOnSpeakers = false
        var worker: Worker?
        var player: SinkPlayer?
    }

    private let server: String?
    private let state = Mutex(State())
    /// The same player as in `state`, where the mixer looks for it without waiting.
    private let heard = Mutex<SinkPlayer?>(nil)

    init(server: String?) { self.server = server }

    func play(_ samples: UnsafePointer<Float>, at time: MediaTime) {
        // The lock is held elsewhere only to exchange the player: one quantum less then.
        _ = heard.withLockIfAvailable { player in player?.play(samples, at: time) }
    }

    /// Whether it plays: then each quantum counts. The mixer's thread, too.
    var isHeard: Bool { heard.withLockIfAvailable { $0 != nil } ?? true }

    /// Looks for the sink and plays to it.
    ///
    /// - Parameter isEchoCancelled: whether speakers may be used.
    /// - Throws: `notNow` while the last request is carried out, `system`.
    @available(*, noasync)
    func begin(sink: String?, isEchoCancelled: @escaping @Sendable () -> Bool) throws(AudioError) {
        end()
        let failure = state.withLock { state -> AudioError? in
            state.number += 1
            (state.word, state.sink, state.lastError, state.isOnSpeakers) = ("opening", sink ?? "", "", true)
            do throws(SystemError) {
                state.worker = try Worker(name: "monitor") { [self] in open(sink, isEchoCancelled) }
                return nil
            } catch { return AudioError(.system, "the monitor cannot be started: \(error)", cause: error) }
        }
        if let failure { throw failure }
    }

    private func open(_ sink: String?, _ isEchoCancelled: () -> Bool) {
        do throws(AudioError) {
            let found = try AudioSinks.sink(sink, server: server)
            guard found.isHeadphones == true || isEchoCancelled() else {
                throw AudioError(
                    .notNow,
                    "\(found.description) is a speaker, not headphones: the microphone would hear itself; name headphones as the sink, or turn "
                        + "echo cancellation on first")
            }
            let player = try SinkPlayer(sink: found.name, server: server)
            try player.start()
            state.withLock { ($0.player, $0.sink, $0.word, $0.isOnSpeakers) = (player, found.description, "live", found.isHeadphones != true) }
            heard.withLock { $0 = player }
        } catch {
            state.withLock { ($0.word, $0.lastError, $0.isOnSpeakers) = ("failed", error.message, false) }
        }
    }

    /// Waits for what is under way (2 s at most, when a sound server hangs).
    @available(*, noasync)
    func end() {
        let worker = state.withLock { state in
            defer { state.worker = nil }
            return state.worker
        }
        worker?.join()
        heard.withLock { $0 = nil }
        let player = state.withLock { state in
            defer { (state.player, state.word, state.sink, state.lastError, state.isOnSpeakers) = (nil, "off", "", "", false) }
            return state.player
        }
        player?.stop()
    }

    /// Whether it plays, or is about to.
    var isOn: Bool { state.withLock { $0.worker != nil && $0.word != "failed" } }

    /// Whether it plays, or is about to, where the microphone may hear it.
    var isOnSpeakers: Bool { state.withLock { $0.isOnSpeakers } }

    var status: AudioStatus.Monitor {
        state.withLock { state in
            var (word, error) = (state.word, state.lastError)
            if let player = state.player {
                let status = player.status
                (word, error) = (status.state.rawValue, status.error?.message ?? "")
            }
            return AudioStatus.Monitor(state: word, sink: state.sink, lastError: error, number: state.number)
        }
    }
}
