import Platform
import Synchronization

/// Counts wrong tokens, and lets those that show many wait for their refusals: the right token never waits.
final class TokenGuesses: Sendable {
    /// So many at once wait for nothing: a program with an old token, an open page.
    private static let burst = 20
    /// From one refusal to the next: 200 a second, whatever the number of connections.
    private static let interval = Duration.milliseconds(5)

    private struct State {
        var count = 0
        /// When the next refusal would be due without the burst.
        var next = MediaTime.zero
    }

    private let state = Mutex(State())

    /// Of wrong tokens, so far.
    var count: Int { state.withLock { $0.count } }

    /// - Returns: how long the refusal has to wait.
    func note(at now: MediaTime = .now()) -> Duration {
        state.withLock { state in
            state.count += 1
            state.next = max(state.next, now) + Self.interval
            return max(.zero, state.next - now - Self.interval * Self.burst)
        }
    }
}
