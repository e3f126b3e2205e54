public import Platform
import Synchronization

/// When one picture was where, from its capture to its targets: for who asks where its milliseconds went. Made by who asks; the threads on the
/// picture's way note times in it, without waiting or allocating.
public final class PacketTrace: @unchecked Sendable {
    // @unchecked: the pointers point at atomics, made once.

    /// What has happened, in this order.
    public enum Point: Int, CaseIterable, Sendable {
        case captured, noticed, converting, converted, composed, encoding, encoded, queued
        /// Its audio was there, for the targets that take both in order.
        case ordered
    }

    /// A target that sent it.
    public struct Sending: Sendable {
        public let target: Int
        /// It takes picture and audio in the order of their times.
        public let isOrdered: Bool
        public let dequeued: MediaTime
        public let sent: MediaTime
    }

    private static let mostTargets = 64
    /// In nanoseconds; 0 for not yet.
    private let points: UnsafeMutablePointer<Atomic<Int64>>
    /// Number of the target, taken out of its queue, sent, whether in order: so many for each target.
    private static let perTarget = 4
    private let targets: UnsafeMutablePointer<Atomic<Int64>>
    private let targetCount = Atomic<Int>(0)
    private let bytes = Atomic<Int>(0)
    private let encoding = Atomic<Int>(-1)
    private let changed: Wakeup

    /// - Parameter changed: signalled when it is in the targets' queues, and whenever one has sent it.
    public init(changed: Wakeup) {
        self.changed = changed
        points = .allocate(capacity: Point.allCases.count)
        for index in Point.allCases.indices { (points + index).initialize(to: Atomic(0)) }
        targets = .allocate(capacity: Self.perTarget * Self.mostTargets)
        for index in 0..<(Self.perTarget * Self.mostTargets) { (targets + index).initialize(to: Atomic(0)) }
    }

    deinit {
        points.deinitialize(count: Point.allCases.count)
        points.deallocate()
        targets.deinitialize(count: Self.perTarget * Self.mostTargets)
        targets.deallocate()
    }

    public func note(_ point: Point, at time: MediaTime) {
        points[point.rawValue].store(time.nanoseconds, ordering: .releasing)
        if point == .queued { changed.signal() }
    }

    public func time(of point: Point) -> MediaTime? {
        let time = points[point.rawValue].load(ordering: .acquiring)
        return time == 0 ? nil : MediaTime(nanoseconds: time)
    }

    /// Which encoding has it, and how large it became.
    public func note(encoding id: Int) { encoding.store(id, ordering: .releasing) }
    public func note(bytes count: Int) { bytes.store(count, ordering: .releasing) }
    public var encodingID: Int? { encoding.load(ordering: .acquiring) >= 0 ? encoding.load(ordering: .acquiring) : nil }
    public var byteCount: Int { bytes.load(ordering: .acquiring) }

    /// A target's thread, which has sent it.
    public func note(sentBy target: Int, isOrdered: Bool, dequeuedAt dequeued: MediaTime, at now: MediaTime) {
        let count = targetCount.add(1, ordering: .relaxed).oldValue
        guard count < Self.mostTargets else { return }
        let index = Self.perTarget * count
        targets[index].store(Int64(target), ordering: .relaxed)
        targets[index + 1].store(dequeued.nanoseconds, ordering: .relaxed)
        targets[index + 3].store(isOrdered ? 1 : 0, ordering: .relaxed)
        targets[index + 2].store(now.nanoseconds, ordering: .releasing)
        changed.signal()
    }

    /// By those targets that have sent it so far.
    public var sendings: [Sending] {
        (0..<min(targetCount.load(ordering: .relaxed), Self.mostTargets)).compactMap { index in
            let index = Self.perTarget * index
            let sent = targets[index + 2].load(ordering: .acquiring)
            guard sent != 0 else { return nil }
            return Sending(
                target: Int(targets[index].load(ordering: .relaxed)), isOrdered: targets[index + 3].load(ordering: .relaxed) != 0,
                dequeued: MediaTime(nanoseconds: targets[index + 1].load(ordering: .relaxed)), sent: MediaTime(nanoseconds: sent))
        }
    }
}
