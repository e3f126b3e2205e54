import AppGroup
import Testing

@testable import Delivery

@Suite struct TargetMachineTests {
    static let now = MediaTime(nanoseconds: 1_000_000_000)
    static let refused = DeliveryError(.refused, "")
    static let rejected = DeliveryError(.rejected, "")

    private func machine(isRecording: Bool = false, after events: [TargetMachine.Event] = []) -> TargetMachine {
        var machine = TargetMachine(isRecording: isRecording, retryInterval: .seconds(2), drainLimit: .seconds(1))
        for event in events { _ = machine.handle(event, at: Self.now) }
        return machine
    }

    @Test func itIsLiveOnlyWhenMediaWasSent() {
        var machine = machine()
        #expect(machine.handle(.start, at: Self.now) == .open && machine.state == .connecting)
        #expect(machine.handle(.opened, at: Self.now) == .send && machine.state == .connected)
        #expect(machine.handle(.mediaSent, at: Self.now) == .none && machine.state == .live)
        #expect(machine.reconnects == 0)
    }

    @Test func aRefusedConnectionIsTriedAgainForEver() {
        var machine = machine(after: [.start])
        for round in 0..<1000 {
            let now = Self.now + .seconds(round)
            #expect(machine.handle(.openFailed(Self.refused), at: now) == .wait(until: now + .seconds(2)))
            #expect(machine.state == .reconnecting)
            #expect(machine.handle(.retryDue, at: now) == .open)
        }
        #expect(machine.handle(.opened, at: Self.now) == .send && machine.reconnects == 0)
    }

    @Test func aRejectionIsFinalAtFirstAndTriedAgainLater() {
        var first = machine(after: [.start])
        #expect(first.handle(.openFailed(Self.rejected), at: Self.now) == .abandon && first.state == .failed)
        #expect(first.lastError == Self.rejected)
        var later = machine(after: [.start, .opened, .mediaSent, .broke(DeliveryError(.lost, "")), .retryDue])
        #expect(later.handle(.openFailed(Self.rejected), at: Self.now) == .wait(until: Self.now + .seconds(2)))
        #expect(later.handle(.retryDue, at: Self.now) == .open)
        #expect(later.handle(.opened, at: Self.now) == .send && later.reconnects == 1)
    }

    @Test(arguments: DeliveryError.Code.allCases)
    func aRecordingThatFailsIsNeverBegunAgain(code: DeliveryError.Code) {
        var machine = machine(isRecording: true, after: [.start, .opened, .mediaSent])
        #expect(machine.handle(.broke(DeliveryError(code, "")), at: Self.now) == .abandon && machine.state == .failed)
    }

    @Test func aStopDrainsWhatIsConnectedAndEndsWhatIsNot() {
        var live = machine(after: [.start, .opened, .mediaSent])
        #expect(live.handle(.stop, at: Self.now) == .drain(until: Self.now + .seconds(1)))
        #expect(live.handle(.drained, at: Self.now) == .finish && live.state == .closed)
        for events: [TargetMachine.Event] in [[], [.start], [.start, .openFailed(Self.refused)]] {
            var machine = machine(after: events)
            #expect(machine.handle(.stop, at: Self.now) == .abandon && machine.state == .closed)
        }
    }

    @Test func aHardStopWritesNoEnding() {
        var machine = machine(after: [.start, .opened, .mediaSent, .stop])
        #expect(machine.handle(.stopAtOnce, at: Self.now) == .abandon && machine.state == .closed)
    }

    @Test func nothingHappensAfterTheEnd() {
        var machine = machine(after: [.start, .stop])
        for event: TargetMachine.Event in [.start, .opened, .retryDue, .stop, .broke(Self.refused)] {
            #expect(machine.handle(event, at: Self.now) == .none && machine.state == .closed)
        }
        #expect(machine.lastError == nil)
    }
}
