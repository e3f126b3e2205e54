public import AgentProtocol
public import Audio
public import Platform
import Synchronization

/// Audio that another process pushes, as long as it is connected.
public final class PushedSource: Sendable {
    public enum State: String, Sendable {
        /// Connected, nothing came yet.
        case opening
        case live
        /// Connected, and resting: it is silent.
        case absent
        /// Its process is gone; what it sent is played to its end.
        case lost
    }

    /// Never used again while the host runs.
    public let number: UInt32
    public let name: String
    /// What the pusher wanted shown beside its name.
    public let extra: String
    public let format: PCMFormat
    /// As the kernel says.
    public let peer: PeerCredentials
    /// What the mixer pulls.
    public let source: FedSource

    private let lastBlock = Atomic<Int64>(0)
    private let isLost = Atomic<Bool>(false)
    private let odd = Atomic<Int>(0)
    /// Silent for longer than this, a pusher rests.
    private static let rest = Duration.milliseconds(500)

    init(number: UInt32, hello: AudioHello, peer: PeerCredentials) {
        (self.number, name, extra, format, self.peer) = (number, hello.name, hello.extra, hello.format, peer)
        source = FedSource(name: hello.name)
    }

    /// "pid 4711 (uid 1000)"
    public var owner: String { "pid \(peer.processID) (uid \(peer.userID))" }

    public var state: State {
        if isLost.load(ordering: .relaxed) { return .lost }
        let last = lastBlock.load(ordering: .relaxed)
        if last == 0 { return .opening }
        return .now() - MediaTime(nanoseconds: last) < Self.rest ? .live : .absent
    }

    /// Blocks whose capture time could not be used; they count from their arrival.
    public var oddTimes: Int { odd.load(ordering: .relaxed) }

    // --- the server's thread ---

    func heard(until end: MediaTime, oddTimes: Int) {
        // What is queued is audio as well.
        lastBlock.store(max(end, .now()).nanoseconds, ordering: .relaxed)
        odd.store(oddTimes, ordering: .relaxed)
    }

    func lose() { isLost.store(true, ordering: .relaxed) }
}
