import Synchronization

/// A bounded queue between exactly one producer thread and one consumer thread, without locks.
///
/// A full ring refuses: the caller drops and counts. Elements are kept in storage made once; pushing and popping
/// allocate nothing. A thread that waits for elements pairs the ring with a `Wakeup`.
public final class SPSCRing<Element>: @unchecked Sendable {
    // @unchecked: `slots` is shared, but each slot belongs to one side at a time, as `head` and `tail` say.
    private let slots: UnsafeMutablePointer<Element?>
    private let mask: Int
    /// Next slot to read; written by the consumer alone.
    private let head = Atomic<Int>(0)
    /// Next slot to write; written by the producer alone.
    private let tail = Atomic<Int>(0)

    /// - Parameter capacity: 1 or more; rounded up to a power of two.
    public init(capacity: Int) {
        precondition(capacity > 0, "a ring holds at least one element")
        var size = 1
        while size < capacity { size *= 2 }
        mask = size - 1
        slots = .allocate(capacity: size)
        slots.initialize(repeating: nil, count: size)
    }

    deinit {
        slots.deinitialize(count: mask + 1)
        slots.deallocate()
    }

    public var capacity: Int { mask + 1 }

    /// Elements held at this moment; exact for neither side while the other one works.
    public var count: Int { tail.load(ordering: .acquiring) - head.load(ordering: .acquiring) }

    /// Producer only. False when full: the element was not taken.
    public func push(_ element: consuming Element) -> Bool {
        let at = tail.load(ordering: .relaxed)
        // SYNC POINT ring-free: a slot is written only after the consumer has emptied it.
        guard at - head.load(ordering: .acquiring) <= mask else { return false }
        slots[at & mask] = element
        // SYNC POINT ring-filled
        tail.store(at + 1, ordering: .releasing)
        return true
    }

    /// Consumer only. `nil` when empty.
    public func pop() -> Element? {
        let at = head.load(ordering: .relaxed)
        // SYNC POINT ring-filled: an element is read only after the producer has written it.
        guard at < tail.load(ordering: .acquiring) else { return nil }
        let element = slots[at & mask].take()
        // SYNC POINT ring-free
        head.store(at + 1, ordering: .releasing)
        return element
    }

    /// Consumer only. The element that `pop` would give, left in place.
    public func peek() -> Element? {
        let at = head.load(ordering: .relaxed)
        // SYNC POINT ring-filled
        guard at < tail.load(ordering: .acquiring) else { return nil }
        return slots[at & mask]
    }
}
