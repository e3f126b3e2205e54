public import Frames
public import Platform
import Synchronization

/// The host's book of loans for one frame memory: which slots are lent to the agent, which are being read here.
///
/// `lend`, `lentSlots` and `take` belong to the intake thread; a `ReadLoan` may end on any thread.
public final class HostLoans: Sendable {
    public let memory: FrameMemory
    private let freed = Atomic<UInt32>(0)
    private let lentBits = Atomic<UInt32>(0)
    private let onFreed: Wakeup

    /// Everything is lent at first.
    /// - Parameter onFreed: signalled whenever a slot comes back.
    public init(memory: FrameMemory, onFreed: Wakeup) {
        (self.memory, self.onFreed) = (memory, onFreed)
        lentBits.store((1 << UInt32(memory.layout.slotCount)) - 1, ordering: .relaxed)
    }

    /// Bit n set: slot n is the agent's to write. Counts what was freed since.
    public func lentSlots() -> UInt32 {
        // SYNC POINT slot-freed: the reads of a loan happen before the slot is lent again.
        let back = freed.exchange(0, ordering: .acquiring)
        return lentBits.bitwiseOr(back, ordering: .relaxed).newValue
    }

    /// Whether slots came back that `lentSlots` has not counted yet.
    public var hasFreed: Bool { freed.load(ordering: .relaxed) != 0 }

    /// A notice came: the slot is ours to read. `nil` when it was not lent, which is the agent's mistake.
    public func take(_ slot: Int) -> ReadLoan? {
        guard slot >= 0, slot < memory.layout.slotCount else { return nil }
        let bit = UInt32(1) << UInt32(slot)
        guard lentSlots() & bit != 0 else { return nil }
        lentBits.bitwiseAnd(~bit, ordering: .relaxed)
        return ReadLoan(slot: slot, owner: Unmanaged.passRetained(self))
    }

    fileprivate func giveBack(_ slot: Int) {
        // SYNC POINT slot-freed
        freed.bitwiseOr(1 << UInt32(slot), ordering: .releasing)
        onFreed.signal()
    }
}

/// The right to read one slot. It keeps the memory alive; let go, the slot can be lent again. Any thread, one at a time.
public struct ReadLoan: ~Copyable, @unchecked Sendable {
    // @unchecked: `Unmanaged` of a Sendable class.
    public let slot: Int
    private let owner: Unmanaged<HostLoans>

    fileprivate init(slot: Int, owner: Unmanaged<HostLoans>) { (self.slot, self.owner) = (slot, owner) }

    public var layout: FrameLayout { owner._withUnsafeGuaranteedRef { $0.memory.layout } }

    /// The pixels, valid within `body` alone.
    public func withPixels<Result, Failure: Error>(_ body: (UnsafeRawPointer) throws(Failure) -> Result) throws(Failure) -> Result {
        try body(owner._withUnsafeGuaranteedRef { $0.memory }.pixels(ofSlot: slot))
    }

    deinit {
        owner._withUnsafeGuaranteedRef { $0.giveBack(slot) }
        owner.release()
    }
}
