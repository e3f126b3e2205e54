import NIOCore
import Platform
import Synchronization

/// The connections to the page that are open. One too many closes the one that has been idle the longest.
final class PageConnections: Sendable {
    private struct Entry {
        let channel: any Channel
        var lastActive = MediaTime.now()
        var isAnswered = false

        func isIdler(than other: Entry) -> Bool { isAnswered == other.isAnswered ? lastActive < other.lastActive : other.isAnswered }
    }

    private let most: Int
    private let open = Mutex<[ObjectIdentifier: Entry]>([:])

    init(most: Int) { self.most = most }

    func add(_ channel: any Channel) {
        let surplus = open.withLock { open in
            defer { open[ObjectIdentifier(channel)] = Entry(channel: channel) }
            // What is being answered stays as long as there is another.
            guard open.count >= most, let idle = open.min(by: { $0.value.isIdler(than: $1.value) }) else { return (any Channel)?.none }
            return open.removeValue(forKey: idle.key)?.channel
        }
        surplus?.close(promise: nil)
    }

    func remove(_ channel: any Channel) { open.withLock { $0[ObjectIdentifier(channel)] = nil } }

    /// A request of this connection is being answered, or has been.
    func note(_ channel: any Channel, isAnswered: Bool) {
        open.withLock { open in
            open[ObjectIdentifier(channel)]?.lastActive = .now()
            open[ObjectIdentifier(channel)]?.isAnswered = isAnswered
        }
    }
}
