import AppGroup
import Codec

/// Puts picture and sound in the order of their decoding times, waiting a bounded while for the slower of the two.
/// Belongs to one thread.
struct PacketOrder<Item: Sendable> {
    private struct Waiting {
        let item: Item
        let dts: MediaTime
        let arrival: MediaTime
    }

    /// Longest time a packet waits for one that might come before it.
    let patience: Duration
    private let lanes: [Packet.Kind: SPSCRing<Waiting>]

    /// - Parameters:
    ///   - kinds: the streams that exist; with one, nothing waits.
    ///   - capacity: packets that may wait per stream; one more lets the oldest go early.
    init(kinds: Set<Packet.Kind>, patience: Duration = .milliseconds(150), capacity: Int = 128) {
        self.patience = patience
        lanes = Dictionary(uniqueKeysWithValues: kinds.map { ($0, SPSCRing(capacity: capacity)) })
    }

    /// False when there is no room: call `pop` with `isForced` and try again.
    func push(_ item: Item, kind: Packet.Kind, dts: MediaTime, at now: MediaTime) -> Bool {
        lanes[kind]?.push(Waiting(item: item, dts: dts, arrival: now)) ?? true
    }

    /// The next packet in order, if every stream has one waiting or the first has waited long enough.
    func pop(at now: MediaTime, isForced: Bool = false) -> Item? {
        guard let (lane, first) = first else { return nil }
        guard isForced || isComplete || now - first.arrival >= patience else { return nil }
        return lane.pop()?.item
    }

    /// When `pop` will have something without anything new.
    var deadline: MediaTime? { first.map { $0.1.arrival + patience } }

    private var isComplete: Bool { lanes.values.allSatisfy { $0.count > 0 } }

    private var first: (SPSCRing<Waiting>, Waiting)? {
        var best: (SPSCRing<Waiting>, Waiting)?
        for lane in lanes.values {
            guard let head = lane.peek() else { continue }
            if best.map({ head.dts < $0.1.dts }) ?? true { best = (lane, head) }
        }
        return best
    }
}
