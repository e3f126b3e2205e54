import Synchronization

/// How much of the API is in use: what may wait, and what goes on, has a limit.
final class APIUsage: Sendable {
    /// As of the control socket.
    private static let mostWorking = ControlServer.mostWaiting

    private struct State {
        var requests: UInt64 = 0
        var working = 0
        /// By whose they are; those of the owner have none.
        var streams: [PagePeer?: Int] = [:]
        var ofStrangers: Int { streams.reduce(0) { $0 + ($1.key == nil ? 0 : $1.value) } }
        var count: Int { streams.values.reduce(0, +) }
    }

    private let mostStreams: Int
    private let state = Mutex(State())

    init(mostStreams: Int) { self.mostStreams = mostStreams }

    /// Carried out so far, and those that follow the events now.
    var requests: UInt64 { state.withLock { $0.requests } }
    var streams: Int { state.withLock { $0.count } }

    func countRequest() { state.withLock { $0.requests += 1 } }

    /// False where too many are at work.
    func beginWork() -> Bool {
        state.withLock { state in
            guard state.working < Self.mostWorking else { return false }
            state.working += 1
            return true
        }
    }
    func endWork() { state.withLock { $0.working -= 1 } }

    /// False where there are too many. Strangers leave some to the owner, and one of them leaves some to the others.
    /// - Parameter reader: `nil` for the owner.
    func beginStream(for reader: PagePeer?) -> Bool {
        state.withLock { state in
            guard state.count < mostStreams else { return false }
            if reader != nil {
                let own = state.streams[reader, default: 0]
                guard state.ofStrangers < max(1, mostStreams * 3 / 4), own < max(1, mostStreams / 2) else { return false }
            }
            state.streams[reader, default: 0] += 1
            return true
        }
    }

    func endStream(of reader: PagePeer?) {
        state.withLock { state in
            let left = state.streams[reader, default: 1] - 1
            state.streams[reader] = left > 0 ? left : nil
        }
    }
}

/// Gives the place of a stream back, however it ends, also where it never began.
final class StreamEnd: Sendable {
    private let usage: APIUsage
    private let reader: PagePeer?

    /// - Parameter reader: as it was begun for.
    init(_ usage: APIUsage, _ reader: PagePeer?) { (self.usage, self.reader) = (usage, reader) }

    deinit { usage.endStream(of: reader) }
}
