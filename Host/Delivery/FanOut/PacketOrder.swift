import Codec
import Platform

/// Puts the streams in the order of their decoding times, waiting a bounded while for the slower ones.
/// Belongs to one thread.
struct PacketOrder<Item: Sendable> {
    private struct Waiting {
        let item: Item
        let dts: MediaTime
        let arrival: MediaTime
    }

    /// Longest time a packet waits for one that might come before it.
    var patience: Duration
    private let queues: [Coding: SPSCRing<Waiting>]

    /// - Parameters:
    ///   - codings: of the streams that exist; with one, nothing waits.
    ///   - capacity: packets that may wait per stream; one more lets the oldest go early.
    init(_ codings: Set<Coding>, patience: Duration = .milliseconds(150), capacity: Int = 128) {
        self.patience = patience
        queues = Dictionary(uniqueKeysWithValues: codings.map { ($0, SPSCRing(capacity: capacity)) })
    }

    /// False when there is no room: call `pop` with `isForced` and try again.
    func push(_ item: Item, coding: Coding, dts: MediaTime, at now: MediaTime) -> Bool {
        queues[coding]?.push(Waiting(item: item, dts: dts, arrival: now)) ?? true
    }

    /// The next packet in order, if every stream has one waiting or the first has waited long enough.
    func pop(at now: MediaTime, isForced: Bool = false) -> Item? {
        guard let (queue, first) = first else { return nil }
        guard isForced || isComplete || now - first.arrival >= patience else { return nil }
        return queue.pop()?.item
    }

    /// When `pop` will have something without anything new.
    var deadline: MediaTime? { first.map { $0.1.arrival + patience } }

    private var isComplete: Bool { queues.values.allSatisfy { $0.count > 0 } }

    private var first: (SPSCRing<Waiting>, Waiting)? {
        var best: (SPSCRing<Waiting>, Waiting)?
        for queue in queues.values {
            guard let head = queue.peek() else { continue }
            if best.map({ head.dts < $0.1.dts }) ?? true { best = (queue, head) }
        }
        return best
    }
}
