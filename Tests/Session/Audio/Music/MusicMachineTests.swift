import Codec
import Testing

@testable import Session

@Suite struct MusicMachineTests {
    private var machine = MusicMachine()
    private let error = CodecError(.damaged, operation: "music", message: "'a' is damaged")

    @Test mutating func aTrackIsOpenedHandedOverAndHeardToItsEnd() {
        #expect(machine.state == .stopped)
        #expect(machine.handle(.play(1)) == [.open(1)])
        #expect(machine.state == .opening)
        #expect(machine.handle(.ready(1)) == [.handOver(1), .transport(.playing)])
        #expect(machine.state == .playing)
        #expect(machine.handle(.finished(1)) == [.transport(.stopped), .end(1)])
        #expect(machine.state == .finished)
    }

    @Test mutating func theOldTrackPlaysUntilTheNewOneIsThere() {
        _ = [machine.handle(.play(1)), machine.handle(.ready(1))]
        #expect(machine.handle(.play(2)) == [.open(2)])
        #expect(machine.state == .opening && machine.heard == 1)
        #expect(machine.handle(.ready(2)) == [.handOver(2), .transport(.playing), .end(1)])
        // What the old one says afterwards means nothing.
        #expect(machine.handle(.finished(1)) == [] && machine.state == .playing)
    }

    @Test mutating func theOldTrackPlaysOnWhenTheNewOneCannotBeOpened() {
        _ = [machine.handle(.play(1)), machine.handle(.ready(1)), machine.handle(.play(2))]
        #expect(machine.handle(.failed(2, error)) == [.end(2)])
        #expect(machine.state == .playing && machine.heard == 1 && machine.lastError?.code == .damaged)
        _ = machine.handle(.play(3))
        #expect(machine.lastError == nil)
    }

    @Test mutating func theFirstThatCannotBeOpenedIsAFailure() {
        _ = machine.handle(.play(1))
        #expect(machine.handle(.failed(1, error)) == [.end(1)])
        #expect(machine.state == .failed && machine.lastError?.code == .damaged)
    }

    @Test mutating func aTrackThatBreaksOffIsAFailureAndTheMixerIsTold() {
        _ = [machine.handle(.play(1)), machine.handle(.ready(1))]
        #expect(machine.handle(.failed(1, error)) == [.transport(.stopped), .end(1)])
        #expect(machine.state == .failed)
    }

    @Test mutating func pauseAndResumeAreTold() {
        _ = [machine.handle(.play(1)), machine.handle(.ready(1))]
        #expect(machine.handle(.pause) == [.transport(.paused)] && machine.state == .paused)
        #expect(machine.handle(.resume) == [.transport(.playing)] && machine.state == .playing)
    }

    @Test mutating func whatIsPausedWhileItOpensBeginsPaused() {
        _ = [machine.handle(.play(1)), machine.handle(.pause)]
        #expect(machine.state == .opening)
        #expect(machine.handle(.ready(1)) == [.handOver(1), .transport(.paused)])
        #expect(machine.state == .paused)
    }

    @Test mutating func aNewTrackPlaysThoughTheOldOneWasPausedAndAFailureLeavesThePause() {
        _ = [machine.handle(.play(1)), machine.handle(.ready(1)), machine.handle(.pause), machine.handle(.play(2))]
        #expect(machine.handle(.failed(2, error)) == [.end(2)])
        #expect(machine.state == .paused)
        _ = machine.handle(.play(3))
        #expect(machine.handle(.ready(3)) == [.handOver(3), .transport(.playing), .end(1)])
    }

    @Test mutating func asksInARowEndWhatWasStillOpening() {
        _ = machine.handle(.play(1))
        #expect(machine.handle(.play(2)) == [.end(1), .open(2)])
        #expect(machine.handle(.ready(1)) == [.end(1)])
        #expect(machine.state == .opening)
    }

    @Test mutating func stopEndsAllOfIt() {
        _ = [machine.handle(.play(1)), machine.handle(.ready(1)), machine.handle(.pause), machine.handle(.play(2))]
        #expect(machine.handle(.stop) == [.end(2), .transport(.stopped), .end(1)])
        #expect(machine.state == .stopped && !machine.isBusy)
        #expect(machine.handle(.ready(2)) == [.end(2)] && machine.state == .stopped)
        _ = machine.handle(.play(3))
        #expect(machine.handle(.ready(3)) == [.handOver(3), .transport(.playing)])
    }
}
