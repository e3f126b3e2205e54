import Synchronization

/// Hands the newest element from exactly one producer thread to exactly one consumer thread, without locks.
///
/// The producer may take back what was not consumed (`withdraw`), merge it into the next and post that: nothing queues,
/// nothing is lost unseen, neither side waits. Storage is made once. Elements may be `~Copyable`, such as loans.
public final class NewestBox<Element: ~Copyable>: @unchecked Sendable {
    // @unchecked: each slot belongs to one side at a time, as `posted` and `isFree` say.
    private static var slotCount: Int { 3 }
    private let storage: UnsafeMutablePointer<Element?>
    private let isFree: UnsafeMutablePointer<Atomic<Bool>>
    /// Index of the posted element, or -1.
    private let posted = Atomic<Int>(-1)

    public init() {
        storage = .allocate(capacity: Self.slotCount)
        isFree = .allocate(capacity: Self.slotCount)
        for index in 0..<Self.slotCount {
            (storage + index).initialize(to: nil)
            (isFree + index).initialize(to: Atomic(true))
        }
    }

    deinit {
        storage.deinitialize(count: Self.slotCount)
        storage.deallocate()
        isFree.deinitialize(count: Self.slotCount)
        isFree.deallocate()
    }

    /// Producer only. Takes back what the consumer has not taken yet; `nil` when there is nothing.
    public func withdraw() -> Element? { collect() }

    /// Producer only. What was posted before must have been taken or withdrawn: otherwise it is let go of here.
    public func post(_ element: consuming Element) {
        _ = collect()
        // Of three slots the consumer may be emptying one; so there is always a free one.
        for index in 0..<Self.slotCount where isFree[index].load(ordering: .acquiring) {
            // SYNC POINT newest-freed: the consumer has moved out what was here.
            storage[index] = consume element
            isFree[index].store(false, ordering: .relaxed)
            // SYNC POINT newest-posted
            posted.store(index, ordering: .releasing)
            return
        }
        preconditionFailure("a newest box has one producer and one consumer")
    }

    /// Consumer only. The newest element, once; `nil` when there is none.
    public func take() -> Element? { collect() }

    /// Whether something waits to be taken.
    public var isEmpty: Bool { posted.load(ordering: .relaxed) < 0 }

    private func collect() -> Element? {
        // SYNC POINT newest-posted: the side that gets the index owns the slot.
        let index = posted.exchange(-1, ordering: .acquiringAndReleasing)
        guard index >= 0 else { return nil }
        let element = storage[index].take()
        // SYNC POINT newest-freed
        isFree[index].store(true, ordering: .releasing)
        return element
    }
}
