import Synchronization

/// How much of the API is in use: what may wait, and what goes on, has a limit.
final class APIUsage: Sendable {
    /// As of the control socket.
    private static let mostWorking = ControlServer.mostWaiting

    private struct State {
        var requests: UInt64 = 0
        var (working, streams) = (0, 0)
    }

    private let mostStreams: Int
    private let state = Mutex(State())

    init(mostStreams: Int) { self.mostStreams = mostStreams }

    /// Carried out so far, and those that follow the events now.
    var requests: UInt64 { state.withLock { $0.requests } }
    var streams: Int { state.withLock { $0.streams } }

    func countRequest() { state.withLock { $0.requests += 1 } }

    /// False where too many are at work.
    func beginWork() -> Bool { state.withLock { Self.begin(&$0.working, most: Self.mostWorking) } }
    func endWork() { state.withLock { $0.working -= 1 } }

    func beginStream() -> Bool { state.withLock { Self.begin(&$0.streams, most: mostStreams) } }
    func endStream() { state.withLock { $0.streams -= 1 } }

    private static func begin(_ count: inout Int, most: Int) -> Bool {
        guard count < most else { return false }
        count += 1
        return true
    }
}

/// Gives the place of a stream back, however it ends, also where it never began.
final class StreamEnd: Sendable {
    private let usage: APIUsage

    init(_ usage: APIUsage) { self.usage = usage }

    deinit { usage.endStream() }
}
