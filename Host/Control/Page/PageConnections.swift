import NIOCore
import Platform
import Synchronization

/// The connections to the page that are open. One too many closes one that has been idle for long: of the same user or machine where that has
/// its share already, of the one that has the most where all are in use. The owner's give way to strangers last of all.
final class PageConnections: Sendable {
    private struct Entry {
        let channel: any Channel
        var lastActive = MediaTime.now()
        var isAnswered = false

        func isIdler(than other: Entry) -> Bool { isAnswered == other.isAnswered ? lastActive < other.lastActive : other.isAnswered }
    }

    private struct State {
        var open: [PagePeer: [ObjectIdentifier: Entry]] = [:]
        var count = 0
        var hasEnded = false
    }

    private let most, mostOfStranger: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - most: of all together.
    ///   - mostOfStranger: of one user or machine that is not the owner.
    init(most: Int, mostOfStranger: Int) { (self.most, self.mostOfStranger) = (most, mostOfStranger) }

    /// Open ones of one peer.
    func count(of peer: PagePeer) -> Int { state.withLock { $0.open[peer]?.count ?? 0 } }

    /// It is closed at once when the end has come already.
    func add(_ channel: any Channel, of peer: PagePeer) {
        let surplus = state.withLock { state in
            guard !state.hasEnded else { return (any Channel)?.some(channel) }
            let surplus = victim(for: peer, in: state).flatMap { Self.remove($0.id, of: $0.peer, from: &state) }
            state.open[peer, default: [:]][ObjectIdentifier(channel)] = Entry(channel: channel)
            state.count += 1
            return surplus
        }
        surplus?.close(promise: nil)
    }

    func remove(_ channel: any Channel, of peer: PagePeer) { _ = state.withLock { Self.remove(ObjectIdentifier(channel), of: peer, from: &$0) } }

    /// A request of this connection is being answered, or has been.
    func note(_ channel: any Channel, of peer: PagePeer, isAnswered: Bool) {
        state.withLock { state in
            state.open[peer]?[ObjectIdentifier(channel)]?.lastActive = .now()
            state.open[peer]?[ObjectIdentifier(channel)]?.isAnswered = isAnswered
        }
    }

    /// Closes all that are open, and those that still come.
    func end() {
        let rest = state.withLock { state in
            defer { state = State(hasEnded: true) }
            return state.open.values.flatMap { $0.values.map(\.channel) }
        }
        for channel in rest { channel.close(promise: nil) }
    }

    private func victim(for peer: PagePeer, in state: State) -> (peer: PagePeer, id: ObjectIdentifier)? {
        if peer != .owner, let own = state.open[peer], own.count >= mostOfStranger { return Self.idlest(of: peer, in: own) }
        guard state.count >= most else { return nil }
        let strangers = state.open.filter { $0.key != .owner }
        // What is being answered stays as long as there is another.
        guard let (biggest, entries) = strangers.max(by: { $0.value.count < $1.value.count }) ?? state.open.first else { return nil }
        return Self.idlest(of: biggest, in: entries)
    }

    private static func idlest(of peer: PagePeer, in entries: [ObjectIdentifier: Entry]) -> (peer: PagePeer, id: ObjectIdentifier)? {
        entries.min { $0.value.isIdler(than: $1.value) }.map { (peer, $0.key) }
    }

    private static func remove(_ id: ObjectIdentifier, of peer: PagePeer, from state: inout State) -> (any Channel)? {
        guard let removed = state.open[peer]?.removeValue(forKey: id) else { return nil }
        state.count -= 1
        if state.open[peer]?.isEmpty == true { state.open[peer] = nil }
        return removed.channel
    }
}
