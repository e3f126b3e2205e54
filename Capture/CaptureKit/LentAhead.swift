import AppGroup
import Platform

/// The slot that is lent ahead to the server that draws (`ScreenBackend.drawsAhead`): at most one, from `lend` until its frame is
/// complete or the slot is taken back.
///
/// Holds the loan itself, which refers to the agent's book of loans: let go before the book is.
struct LentAhead: ~Copyable {
    private var loan: WriteLoan?
    private var lentAt = MediaTime.zero
    private(set) var isComplete = false

    /// `nil` when none is lent.
    var slot: Int? {
        switch loan {
        case .some(let loan): loan.slot
        case .none: nil
        }
    }

    /// - Parameter loan: of a slot that is free. There must be none lent.
    mutating func lend(_ loan: consuming WriteLoan, at now: MediaTime) {
        precondition(slot == nil, "a second slot lent ahead")
        self.loan = consume loan
        (lentAt, isComplete) = (now, false)
    }

    /// Its frame is complete. Means nothing when none is lent: then nothing is drawn.
    mutating func complete() { isComplete = slot != nil }

    /// Takes the loan of a complete frame, to be published.
    mutating func takeComplete() -> WriteLoan? {
        guard isComplete else { return nil }
        isComplete = false
        return loan.take()
    }

    /// Whether the change had come before the slot was lent, as far as can be told: the frame was complete within half of its time.
    func hadToWait(completeAt now: MediaTime, frameInterval: Duration) -> Bool { now - lentAt < frameInterval * 0.5 }

    /// Lets go of the slot, which is free again. True when one was lent.
    @discardableResult
    mutating func letGo() -> Bool {
        isComplete = false
        return loan.take() != nil
    }
}
