import Platform
import Testing

@testable import Delivery

@Suite struct TargetMachineTests {
    static let now = MediaTime(nanoseconds: 1_000_000_000)
    static let refused = DeliveryError(.refused, "")
    static let rejected = DeliveryError(.rejected, "")

    private func machine(isRecording: Bool = false, limit: Int = .max, after events: [TargetMachine.Event] = []) -> TargetMachine {
        var machine = TargetMachine(isRecording: isRecording, drainLimit: .seconds(1)) { $0 > limit ? nil : .seconds(2) }
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
        #expect(first.handle(.openFailed(Self.rejected), at: Self.now) == .rest && first.state == .failed)
        #expect(first.lastError == Self.rejected)
        var later = machine(after: [.start, .opened, .mediaSent, .broke(DeliveryError(.lost, "")), .retryDue])
        #expect(later.handle(.openFailed(Self.rejected), at: Self.now) == .wait(until: Self.now + .seconds(2)))
        #expect(later.handle(.retryDue, at: Self.now) == .open)
        #expect(later.handle(.opened, at: Self.now) == .send && later.reconnects == 1)
    }

    @Test func aRefusalThatAFreshAddressMayRepairIsTriedOnceMoreAndOnceOnly() {
        func repairing(_ events: [TargetMachine.Event]) -> TargetMachine {
            var machine = TargetMachine(isRecording: false, drainLimit: .seconds(1), repairable: [.expired, .badKey]) { _ in .seconds(2) }
            for event in events { _ = machine.handle(event, at: Self.now) }
            return machine
        }
        let expired = TargetMachine.Event.openFailed(DeliveryError(.expired, ""))
        var machine = repairing([.start])
        #expect(machine.handle(expired, at: Self.now) == .wait(until: Self.now + .seconds(2)) && machine.state == .reconnecting)
        _ = machine.handle(.retryDue, at: Self.now)
        #expect(machine.handle(expired, at: Self.now) == .rest && machine.state == .failed)
        // Anyone who asks for a connection gets both chances again, and so does a stream that was live.
        _ = machine.handle(.reconnect, at: Self.now)
        #expect(machine.handle(expired, at: Self.now) == .wait(until: Self.now + .seconds(2)))
        var live = repairing([.start, expired, .retryDue, .opened, .mediaSent])
        #expect(live.handle(.broke(DeliveryError(.expired, "")), at: Self.now) == .wait(until: Self.now + .seconds(2)))
        var other = repairing([.start])
        #expect(other.handle(.openFailed(DeliveryError(.blocked, "")), at: Self.now) == .rest)
    }

    /// What was taken for a while is not refused for good by one answer.
    @Test func aRefusalInTheMidstIsALoss() {
        var begun = machine(after: [.start, .opened, .mediaSent])
        _ = begun.handle(.broke(Self.rejected), at: Self.now)
        #expect(begun.state == .reconnecting)
        var fresh = machine(after: [.start, .opened])
        #expect(fresh.handle(.broke(Self.rejected), at: Self.now) == .rest && fresh.state == .failed)
    }

    @Test(arguments: DeliveryError.Code.allCases)
    func aRecordingThatFailsIsNeverBegunAgain(code: DeliveryError.Code) {
        var machine = machine(isRecording: true, after: [.start, .opened, .mediaSent])
        #expect(machine.handle(.broke(DeliveryError(code, "")), at: Self.now) == .rest && machine.state == .failed)
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

    @Test func afterTheLastAttemptItHasFailed() {
        var machine = machine(limit: 2, after: [.start, .openFailed(Self.refused), .retryDue, .openFailed(Self.refused), .retryDue])
        #expect(machine.state == .reconnecting && machine.failedAttempts == 2)
        #expect(machine.handle(.openFailed(Self.refused), at: Self.now) == .rest && machine.state == .failed)
    }

    @Test func attemptsAreCountedAnewOnlyWhenMediaFlowed() {
        var machine = machine(after: [.start, .openFailed(Self.refused), .retryDue, .opened])
        #expect(machine.failedAttempts == 1)
        _ = machine.handle(.mediaSent, at: Self.now)
        #expect(machine.failedAttempts == 0)
    }

    @Test func aKeyThatRanOutIsNotTriedForEver() {
        var machine = machine(after: [.start, .opened, .mediaSent, .broke(DeliveryError(.lost, "")), .retryDue])
        #expect(machine.handle(.openFailed(DeliveryError(.expired, "")), at: Self.now) == .rest && machine.state == .failed)
    }

    @Test func aLinkThatComesUpEndsTheWaiting() {
        var machine = machine(after: [.start, .openFailed(Self.refused)])
        #expect(machine.nextAttempt == Self.now + .seconds(2))
        #expect(machine.handle(.linkUp, at: Self.now) == .open && machine.nextAttempt == nil)
        var live = self.machine(after: [.start, .opened, .mediaSent])
        #expect(live.handle(.linkUp, at: Self.now) == .none && live.state == .live)
    }

    @Test func aPausedTargetHangsUpAndARecordingStaysOpen() {
        var live = machine(after: [.start, .opened, .mediaSent])
        #expect(live.handle(.pause, at: Self.now) == .rest && live.state == .paused)
        #expect(live.handle(.linkUp, at: Self.now) == .none && live.handle(.retryDue, at: Self.now) == .none)
        #expect(live.handle(.resume, at: Self.now) == .reopen && live.state == .connecting)
        var recording = machine(isRecording: true, after: [.start, .opened, .mediaSent])
        #expect(recording.handle(.pause, at: Self.now) == .hold && recording.state == .paused)
        #expect(recording.handle(.resume, at: Self.now) == .send && recording.state == .connected)
        #expect(recording.handle(.mediaSent, at: Self.now) == .none && recording.state == .live)
        _ = recording.handle(.pause, at: Self.now)
        #expect(recording.handle(.stop, at: Self.now) == .finish && recording.state == .closed)
    }

    @Test func whoFailedMayBeToldToConnectOnceMore() {
        var machine = machine(after: [.start, .openFailed(Self.rejected)])
        #expect(machine.handle(.retryDue, at: Self.now) == .none)
        #expect(machine.handle(.reconnect, at: Self.now) == .reopen && machine.state == .connecting && machine.failedAttempts == 0)
        var recording = self.machine(isRecording: true, after: [.start, .opened, .mediaSent, .broke(Self.refused)])
        #expect(recording.handle(.reconnect, at: Self.now) == .none && recording.state == .failed)
    }

    /// Every event in every state that can be reached, and what comes of it is in the table.
    @Test func noEventLeadsWhereTheTableForbids() {
        let events: [TargetMachine.Event] = [
            .start, .opened, .openFailed(Self.refused), .openFailed(Self.rejected), .mediaSent, .broke(Self.refused), .broke(Self.rejected),
            .retryDue, .linkUp, .pause, .resume, .reconnect, .stop, .stopAtOnce, .drained,
        ]
        let table = TargetStateTests.steps
        var seen: Set<[TargetState]> = []
        for isRecording in [false, true] {
            var frontier = [machine(isRecording: isRecording, limit: 3)]
            for _ in 0..<6 {
                var next: [TargetMachine] = []
                for machine in frontier {
                    for event in events {
                        var after = machine
                        _ = after.handle(event, at: Self.now)
                        guard after.state != machine.state else { continue }
                        #expect(table.contains([machine.state, after.state]), "\(machine.state) to \(after.state) by \(event)")
                        seen.insert([machine.state, after.state])
                        next.append(after)
                    }
                }
                frontier = Array(next.prefix(3000))
            }
        }
        #expect(seen == table, "never seen: \(table.subtracting(seen))")
    }
}
