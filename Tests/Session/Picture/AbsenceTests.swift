import Platform
import Testing

@testable import Session

@Suite struct AbsenceTests {
    private func at(_ milliseconds: Int) -> MediaTime { MediaTime(nanoseconds: 1_000_000_000_000) + .milliseconds(milliseconds) }

    private func expectSameSlate(_ absence: inout Absence, _ location: SourceLocation = #_sourceLocation, _ change: (inout Absence) -> Void) {
        let before = absence.slate
        change(&absence)
        #expect(absence.slate == before, sourceLocation: location)
    }

    /// Agent 5 has delivered.
    private func live(hold: Duration? = .seconds(3)) -> Absence {
        var absence = Absence(holdTime: hold)
        absence.apply(.present(5), at: at(0))
        expectSameSlate(&absence) { $0.frame(of: 5, at: at(0)) }
        #expect(absence.state == .live)
        return absence
    }

    @Test func nothingIsShownBeforeTheFirstFrame() {
        var absence = Absence(holdTime: .zero)
        for presence in [AgentPresence.present(5), .paused, .gone(5)] { absence.apply(presence, at: at(0)) }
        expectSameSlate(&absence) { $0.advance(to: at(9000)) }
        #expect(absence.state == .waiting && absence.slate == nil)
    }

    /// Its agent was taken off the canvas in a pause, and put back.
    @Test func whatTheSameAgentShowsInAPauseIsHiddenToo() {
        var absence = live()
        absence.apply(.paused, at: at(10))
        absence.frame(of: 5, isHidden: true, at: at(20))
        absence.apply(.present(5), at: at(30))
        #expect(absence.slate == .pause)
        absence.frame(of: 5, at: at(40))
        #expect(absence.state == .live)
    }

    @Test func theLastPictureIsHeldAndThenTheSlateComes() {
        var absence = live()
        expectSameSlate(&absence) { $0.apply(.gone(5), at: at(100)) }
        #expect(absence.state == .holding(until: at(3100)) && absence.deadline == at(3100))
        // Told again, nothing begins anew.
        expectSameSlate(&absence) { $0.apply(.gone(5), at: at(200)) }
        expectSameSlate(&absence) { $0.advance(to: at(3099)) }
        absence.advance(to: at(3100))
        #expect(absence.slate == .absence)
        #expect(absence.state == .slate && absence.deadline == nil)
        expectSameSlate(&absence) { $0.advance(to: at(9000)) }
    }

    @Test func anotherAgentsFrameEndsTheSlate() {
        var absence = live()
        absence.apply(.gone(5), at: at(0))
        absence.advance(to: at(3000))
        // Its frame does, not its coming; and numbers need not grow.
        expectSameSlate(&absence) { $0.apply(.present(4), at: at(4000)) }
        #expect(absence.slate == .absence)
        absence.frame(of: 4, at: at(4010))
        #expect(absence.slate == nil)
        #expect(absence.state == .live)
        expectSameSlate(&absence) { $0.advance(to: at(9000)) }
    }

    @Test func anotherAgentsFrameEndsTheHold() {
        var absence = live()
        absence.apply(.gone(5), at: at(0))
        expectSameSlate(&absence) { $0.frame(of: 6, at: at(500)) }
        #expect(absence.state == .live && absence.deadline == nil)
        // The session learns of it later.
        expectSameSlate(&absence) { $0.apply(.present(6), at: at(600)) }
        #expect(absence.state == .live)
    }

    @Test func aLateFrameOfTheAgentThatIsGoneEndsNothing() {
        var absence = live()
        absence.apply(.gone(5), at: at(0))
        expectSameSlate(&absence) { $0.frame(of: 5, at: at(10)) }
        #expect(absence.state == .holding(until: at(3000)))
        absence.advance(to: at(3000))
        expectSameSlate(&absence) { $0.frame(of: 5, at: at(3010)) }
        #expect(absence.state == .slate)
    }

    @Test func lateChangesOfAReplacedAgentChangesNothing() {
        var absence = live()
        absence.frame(of: 6, at: at(0))
        expectSameSlate(&absence) { $0.apply(.gone(5), at: at(10)) }
        #expect(absence.state == .live)
    }

    @Test func anAgentThatDiedBeforeItsFrameWasShownIsGoneWhenItIs() {
        var absence = live()
        absence.apply(.gone(6), at: at(10))
        #expect(absence.state == .live)
        absence.frame(of: 6, at: at(20))
        #expect(absence.state == .holding(until: at(3020)))
    }

    @Test func aHoldOfNothingShowsTheSlateAtOnceAndOneForEverNever() {
        var none = live(hold: .zero)
        none.apply(.gone(5), at: at(0))
        #expect(none.slate == .absence)
        var ever = live(hold: nil)
        expectSameSlate(&ever) { $0.apply(.gone(5), at: at(0)) }
        #expect(ever.state == .holding(until: nil) && ever.deadline == nil)
        expectSameSlate(&ever) { $0.advance(to: at(1_000_000_000)) }
    }

    @Test func aPauseShowsItsSlateAtOnceUntilTheAgentResumes() {
        var absence = live()
        absence.apply(.paused, at: at(0))
        #expect(absence.slate == .pause)
        #expect(absence.state == .paused)
        // On its way when the pause came.
        expectSameSlate(&absence) { $0.frame(of: 5, at: at(5)) }
        #expect(absence.slate == .pause)
        absence.apply(.present(5), at: at(1000))
        #expect(absence.slate == nil)
        #expect(absence.state == .live)
    }

    @Test func aPausedAgentThatGoesStaysHidden() {
        for hold in [Duration.seconds(3), nil] {
            var absence = live(hold: hold)
            absence.apply(.paused, at: at(0))
            absence.apply(.gone(5), at: at(10))
            #expect(absence.slate == .absence)
            absence.frame(of: 6, at: at(20))
            #expect(absence.slate == nil)
        }
    }

    @Test func aPauseOutlivesTheAgent() {
        var absence = live()
        absence.apply(.paused, at: at(0))
        expectSameSlate(&absence) { $0.frame(of: 6, isHidden: true, at: at(10)) }
        expectSameSlate(&absence) { $0.frame(of: 7, at: at(20)) }
        #expect(absence.slate == .pause && absence.deadline == nil)
        absence.apply(.present(7), at: at(1000))
        #expect(absence.state == .live)
    }

    @Test func whatWasCapturedInAPauseIsShownAfterItOnlyIfThereIsNothingNewer() {
        var still = live()
        still.apply(.paused, at: at(0))
        still.frame(of: 6, isHidden: true, at: at(10))
        still.apply(.present(6), at: at(1000))
        #expect(still.slate == .pause && still.phase == .paused && still.deadline == at(1300))
        var moving = still
        still.advance(to: at(1300))
        #expect(still.state == .live)
        moving.frame(of: 6, at: at(1010))
        #expect(moving.state == .live && moving.deadline == nil)
        // Of another agent than the one that is live now nothing is shown.
        var other = live()
        other.apply(.paused, at: at(0))
        other.apply(.present(6), at: at(10))
        #expect(other.slate == .absence)
        other.frame(of: 6, at: at(20))
        #expect(other.state == .live)
    }

    @Test func whatIsWithdrawnIsNotHeld() {
        var live = live(hold: nil)
        live.apply(.withdrawn, at: at(0))
        #expect(live.slate == .absence)
        var held = self.live()
        held.apply(.gone(5), at: at(0))
        held.apply(.withdrawn, at: at(10))
        #expect(held.slate == .absence && held.deadline == nil)
        expectSameSlate(&held) { $0.apply(.gone(5), at: at(20)) }
        held.frame(of: 6, at: at(30))
        held.apply(.present(6), at: at(40))
        #expect(held.state == .live)
    }

    @Test func aScreenThatStandsStillBehindANewAgentKeepsItsLastPicture() {
        var absence = live()
        absence.apply(.gone(5), at: at(0))
        expectSameSlate(&absence) { $0.apply(.still(5), at: at(100)) }
        #expect(absence.state == .holding(until: nil))
        // That one goes, too.
        absence.apply(.gone(5), at: at(9000))
        #expect(absence.state == .holding(until: at(12_000)))
        absence.advance(to: at(12_000))
        #expect(absence.slate == .absence)
        // And another comes after the slate.
        absence.apply(.still(5), at: at(20_000))
        #expect(absence.slate == nil && absence.state == .holding(until: nil))
        absence.frame(of: 7, at: at(21_000))
        #expect(absence.state == .live)
        expectSameSlate(&absence) { $0.apply(.present(7), at: at(21_010)) }
    }

    @Test func whatWasPausedOrWithdrawnDoesNotComeBackWithAnAgentThatShowsNothing() {
        var paused = live()
        paused.apply(.paused, at: at(0))
        paused.apply(.gone(5), at: at(10))
        paused.apply(.still(5), at: at(20))
        #expect(paused.slate == .absence)
        var withdrawn = live()
        withdrawn.apply(.withdrawn, at: at(0))
        withdrawn.apply(.still(5), at: at(20))
        #expect(withdrawn.slate == .absence)
        // What was seen again after the pause does.
        var resumed = live()
        resumed.apply(.paused, at: at(0))
        resumed.apply(.present(5), at: at(10))
        resumed.apply(.gone(5), at: at(20))
        resumed.apply(.still(5), at: at(30))
        #expect(resumed.slate == nil)
    }

    @Test func whatIsToldGoesThroughOneWordUnharmed() {
        let box = PresenceBox()
        #expect(box.newest == nil)
        for presence in [AgentPresence.present(0), .paused, .gone(7), .withdrawn, .still(9)] {
            box.post(presence)
            #expect(box.newest == presence)
        }
    }

    @Test func aScreenThatShowsNothingYetIsStoodInForUntilItDoes() {
        var absence = Absence(holdTime: .seconds(3))
        absence.standIn()
        #expect(absence.slate == .absence)
        #expect(absence.phase == .slate)
        expectSameSlate(&absence) { $0.apply(.gone(4), at: at(0)) }
        absence.frame(of: 5, at: at(10))
        #expect(absence.slate == nil)
        #expect(absence.state == .live)
        absence.standIn()
        #expect(absence.state == .live, "only before the first frame of all")
    }
}
