public import AgentProtocol

/// The agent's book of loans: which slots it may write, kept from the state that the host repeats.
///
/// Capture thread only. The rule (PROTOCOL.md, "Loans"): a slot is ours if the newest `HostState` lends it and we have
/// not used it in a notice that this state does not answer yet.
public final class AgentLoans {
    private var memoryNumber: UInt32 = 0
    private var slotCount = 0
    private var lent: UInt32 = 0
    private var onLoan: UInt32 = 0
    /// Of the newest state, whatever has been used since.
    private var granted: UInt32 = 0
    private var lastNumber: UInt64 = 0
    /// By slot: the number of the notice that gave it away last; 0 for none.
    private var usedBy: InlineArray<8, UInt64> = .init(repeating: 0)
    private var newestSequence: UInt64 = 0

    public init() {}

    /// New memory: nothing is lent until the host says so. Notice numbers go on.
    public func begin(memoryNumber: UInt32, slotCount: Int) {
        precondition(onLoan == 0, "memory exchanged while a slot is being written")
        (self.memoryNumber, self.slotCount, lent) = (memoryNumber, slotCount, 0)
        granted = 0
        usedBy = .init(repeating: 0)
    }

    /// Takes over what the host says. An older state than the last one seen changes nothing.
    public func update(_ state: HostState) {
        guard state.sequence > newestSequence else { return }
        newestSequence = state.sequence
        guard state.memoryNumber == memoryNumber else { return }
        granted = state.lentSlots
        lent = 0
        for slot in 0..<slotCount where state.lentSlots & (1 << UInt32(slot)) != 0 && usedBy[slot] <= state.lastNotice {
            lent |= 1 << UInt32(slot)
        }
        lent &= ~onLoan
    }

    public var isEmpty: Bool { lent == 0 }

    /// Whether `slot` may be borrowed now.
    public func isLent(_ slot: Int) -> Bool { slot < slotCount && lent & (1 << UInt32(slot)) != 0 }

    /// Whether the host's newest state still grants a slot that was borrowed before it: a long loan is to be ended otherwise.
    public func isStillGranted(_ slot: Int) -> Bool { slot < slotCount && granted & (1 << UInt32(slot)) != 0 }

    /// Borrows a slot; `nil` unless it is lent.
    public func borrow(_ slot: Int) -> WriteLoan? {
        guard isLent(slot) else { return nil }
        lent &= ~(1 << UInt32(slot))
        onLoan |= 1 << UInt32(slot)
        return WriteLoan(slot: slot, memoryNumber: memoryNumber, owner: .passUnretained(self))
    }

    fileprivate func giveBack(_ slot: Int) {
        onLoan &= ~(1 << UInt32(slot))
        lent |= 1 << UInt32(slot)
    }

    fileprivate func spend(_ slot: Int) -> UInt64 {
        onLoan &= ~(1 << UInt32(slot))
        lastNumber += 1
        usedBy[slot] = lastNumber
        return lastNumber
    }
}

/// The right to write one slot once. Let go of unpublished, the slot is free again by itself.
public struct WriteLoan: ~Copyable {
    public let slot: Int
    public let memoryNumber: UInt32
    private let owner: Unmanaged<AgentLoans>

    fileprivate init(slot: Int, memoryNumber: UInt32, owner: Unmanaged<AgentLoans>) {
        (self.slot, self.memoryNumber, self.owner) = (slot, memoryNumber, owner)
    }

    /// Ends the loan for a notice about to be sent, and gives the notice its number.
    public consuming func publish() -> UInt64 {
        let number = owner._withUnsafeGuaranteedRef { $0.spend(slot) }
        discard self
        return number
    }

    deinit { owner._withUnsafeGuaranteedRef { $0.giveBack(slot) } }
}
