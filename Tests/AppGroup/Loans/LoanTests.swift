import AgentProtocol
import AppGroup
import Frames
import Platform
import Testing

@Suite struct LoanTests {
    private func state(sequence: UInt64, memory: UInt32 = 1, lent: UInt32, lastNotice: UInt64 = 0) -> HostState {
        HostState(
            generation: 1, sequence: sequence, wish: .capture, milliFramesPerSecond: 30_000, memoryNumber: memory, lentSlots: lent,
            lastNotice: lastNotice)
    }

    private func isNothing<Loan: ~Copyable>(_ loan: consuming Loan?) -> Bool {
        switch consume loan {
        case .some: false
        case .none: true
        }
    }

    @Test func nothingIsLentUntilTheHostSaysSo() {
        let loans = AgentLoans()
        loans.begin(memoryNumber: 1, slotCount: 3)
        #expect({ isNothing(loans.borrow(0)) }())
        loans.update(state(sequence: 1, lent: 0b111))
        #expect(loans.isLent(0) && loans.isLent(1) && loans.isLent(2))
    }

    @Test func aLoanThatIsNotPublishedGoesBackByItself() {
        let loans = AgentLoans()
        loans.begin(memoryNumber: 1, slotCount: 2)
        loans.update(state(sequence: 1, lent: 0b11))
        do {
            guard let loan = loans.borrow(1) else {
                Issue.record("slot 1 was lent")
                return
            }
            #expect(loan.slot == 1)
            #expect(!loans.isLent(1))
        }
        #expect(loans.isLent(1))
    }

    /// A slot that is borrowed for long, ahead of what will be drawn.
    @Test func aBorrowedSlotIsGrantedAsLongAsTheHostSaysSo() {
        let loans = AgentLoans()
        loans.begin(memoryNumber: 1, slotCount: 2)
        loans.update(state(sequence: 1, lent: 0b11))
        guard let loan = loans.borrow(1) else {
            Issue.record("slot 1 was lent")
            return
        }
        #expect(loans.isStillGranted(loan.slot))
        loans.update(state(sequence: 2, lent: 0b10))
        #expect(loans.isStillGranted(1) && !loans.isStillGranted(0))
        loans.update(state(sequence: 3, memory: 7, lent: 0b01))
        #expect(loans.isStillGranted(1))
        loans.update(state(sequence: 4, lent: 0b01))
        #expect(!loans.isStillGranted(1))
    }

    /// The race that increments would lose: the host wrote its state before it had seen the notice.
    @Test func aStateOlderThanTheNoticeDoesNotLendTheSlotAgain() throws {
        let loans = AgentLoans()
        loans.begin(memoryNumber: 1, slotCount: 3)
        loans.update(state(sequence: 1, lent: 0b111))
        guard let loan = loans.borrow(0) else {
            Issue.record("slot 0 was lent")
            return
        }
        let number = loan.publish()
        #expect(number == 1)
        loans.update(state(sequence: 2, lent: 0b111, lastNotice: 0))
        #expect(!loans.isLent(0))
        loans.update(state(sequence: 3, lent: 0b110, lastNotice: 1))
        #expect(!loans.isLent(0))
        loans.update(state(sequence: 4, lent: 0b111, lastNotice: 1))
        #expect(loans.isLent(0))
    }

    @Test func lateAndForeignStatesChangeNothing() {
        let loans = AgentLoans()
        loans.begin(memoryNumber: 2, slotCount: 3)
        loans.update(state(sequence: 5, memory: 1, lent: 0b111))
        #expect(loans.isEmpty)
        loans.update(state(sequence: 6, memory: 2, lent: 0b001))
        loans.update(state(sequence: 4, memory: 2, lent: 0b111))
        #expect(loans.isLent(0) && !loans.isLent(1))
    }

    @Test func aSlotBeingReadIsNotLentUntilTheReadingEnds() throws {
        let freed = try Wakeup()
        let layout = FrameLayout(geometry: FrameGeometry(size: PixelSize(width: 16, height: 16))!)!
        let loans = HostLoans(memory: try FrameMemory(layout: layout), onFreed: freed)
        #expect(loans.lentSlots() == 0b111)
        do {
            guard let reading = loans.take(1) else {
                Issue.record("slot 1 was lent")
                return
            }
            #expect(reading.slot == 1)
            #expect(loans.lentSlots() == 0b101)
            #expect({ isNothing(loans.take(1)) }(), "a slot that is not lent cannot be delivered")
        }
        #expect(loans.hasFreed)
        #expect(freed.wait(until: .now()))
        #expect(loans.lentSlots() == 0b111)
        #expect({ isNothing(loans.take(3)) }())
        #expect({ isNothing(loans.take(-1)) }())
    }
}
