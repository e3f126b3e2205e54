import AgentProtocol
import AppGroup
import Platform
import Testing

@testable import CaptureKit

@Suite struct LentAheadTests {
    private let start = MediaTime(nanoseconds: 1_000_000_000)
    private let loans = AgentLoans()

    init() {
        loans.begin(memoryNumber: 1, slotCount: 3)
        loans.update(
            HostState(
                generation: 1, sequence: 1, wish: .capture, milliFramesPerSecond: 30_000, memoryNumber: 1, lentSlots: 0b111, lastNotice: 0))
    }

    private func lent(_ slot: Int) -> LentAhead {
        var ahead = LentAhead()
        if let loan = loans.borrow(slot) { ahead.lend(consume loan, at: start) }
        return ahead
    }

    private func isNothing(_ loan: consuming WriteLoan?) -> Bool {
        switch consume loan {
        case .some: false
        case .none: true
        }
    }

    @Test func aFrameIsTakenOnceItIsComplete() {
        var ahead = lent(1)
        #expect({ isNothing(ahead.takeComplete()) }())
        ahead.complete()
        if let loan = ahead.takeComplete() { #expect(loan.publish() == 1) } else { Issue.record("a complete frame was there") }
        #expect({ ahead.slot == nil && isNothing(ahead.takeComplete()) }())
    }

    @Test func whatIsLetGoIsFreeAgain() {
        var ahead = lent(1)
        #expect({ ahead.slot == 1 && !loans.isLent(1) }())
        #expect({ ahead.letGo() }())
        #expect({ ahead.slot == nil && loans.isLent(1) }())
        #expect({ !ahead.letGo() }())
    }

    /// The compositor's event may come after the slot was taken back.
    @Test func aFrameThatIsCompleteTooLateIsNothing() {
        var ahead = lent(1)
        ahead.complete()
        ahead.letGo()
        #expect({ isNothing(ahead.takeComplete()) }())
        ahead.complete()
        if let loan = loans.borrow(2) { ahead.lend(consume loan, at: start) }
        #expect({ isNothing(ahead.takeComplete()) }())
    }

    @Test func aFrameThatWasCompleteAtOnceHadWaited() {
        let ahead = lent(0)
        #expect({ ahead.hadToWait(completeAt: start + .milliseconds(10), frameInterval: .milliseconds(33)) }())
        #expect({ !ahead.hadToWait(completeAt: start + .milliseconds(20), frameInterval: .milliseconds(33)) }())
    }
}
