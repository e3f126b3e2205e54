import Platform
import AppGroup
import Testing

@testable import Session

@Suite struct AbsenceTests {
    private func at(_ milliseconds: Int) -> MediaTime { MediaTime(nanoseconds: 1_000_000_000_000) + .milliseconds(milliseconds) }

    /// Agent 5 has delivered.
    private func live(hold: Duration? = .seconds(3)) -> Absence {
        var absence = Absence(holdTime: hold)
        _ = absence.take(.present(5), at: at(0))
        #expect(absence.frame(of: 5, at: at(0)) == .none)
        #expect(absence.state == .live)
        return absence
    }

    @Test func nothingIsShownBeforeTheFirstFrame() {
        var absence = Absence(holdTime: .zero)
        for news in [AgentPresence.present(5), .paused(5), .gone(5)] { #expect(absence.take(news, at: at(0)) == .none) }
        #expect(absence.advance(to: at(9000)) == .none)
        #expect(absence.state == .waiting && absence.slate == nil)
    }

    @Test func theLastPictureIsHeldAndThenTheSlateComes() {
        var absence = live()
        #expect(absence.take(.gone(5), at: at(100)) == .none)
        #expect(absence.state == .holding(until: at(3100)) && absence.deadline == at(3100))
        // Told again, nothing begins anew.
        #expect(absence.take(.gone(5), at: at(200)) == .none)
        #expect(absence.advance(to: at(3099)) == .none)
        #expect(absence.advance(to: at(3100)) == .show(.absence))
        #expect(absence.state == .slate && absence.deadline == nil)
        #expect(absence.advance(to: at(9000)) == .none)
    }

    @Test func anotherAgentsFrameEndsTheSlate() {
        var absence = live()
        _ = absence.take(.gone(5), at: at(0))
        _ = absence.advance(to: at(3000))
        // Its frame does, not its coming; and numbers need not grow.
        #expect(absence.take(.present(4), at: at(4000)) == .none)
        #expect(absence.slate == .absence)
        #expect(absence.frame(of: 4, at: at(4010)) == .showCanvas)
        #expect(absence.state == .live)
        #expect(absence.advance(to: at(9000)) == .none)
    }

    @Test func anotherAgentsFrameEndsTheHold() {
        var absence = live()
        _ = absence.take(.gone(5), at: at(0))
        #expect(absence.frame(of: 6, at: at(500)) == .none)
        #expect(absence.state == .live && absence.deadline == nil)
        // The session learns of it later.
        #expect(absence.take(.present(6), at: at(600)) == .none)
        #expect(absence.state == .live)
    }

    @Test func aLateFrameOfTheAgentThatIsGoneEndsNothing() {
        var absence = live()
        _ = absence.take(.gone(5), at: at(0))
        #expect(absence.frame(of: 5, at: at(10)) == .none)
        #expect(absence.state == .holding(until: at(3000)))
        _ = absence.advance(to: at(3000))
        #expect(absence.frame(of: 5, at: at(3010)) == .none)
        #expect(absence.state == .slate)
    }

    @Test func lateNewsOfAReplacedAgentChangesNothing() {
        var absence = live()
        _ = absence.frame(of: 6, at: at(0))
        #expect(absence.take(.gone(5), at: at(10)) == .none)
        #expect(absence.state == .live)
        _ = absence.take(.paused(5), at: at(20))
        #expect(absence.state == .live)
    }

    @Test func anAgentThatDiedBeforeItsFrameWasShownIsGoneWhenItIs() {
        var absence = live()
        _ = absence.take(.gone(6), at: at(10))
        #expect(absence.state == .live)
        _ = absence.frame(of: 6, at: at(20))
        #expect(absence.state == .holding(until: at(3020)))
    }

    @Test func aHoldOfNothingShowsTheSlateAtOnceAndOneForEverNever() {
        var none = live(hold: .zero)
        #expect(none.take(.gone(5), at: at(0)) == .show(.absence))
        var ever = live(hold: nil)
        #expect(ever.take(.gone(5), at: at(0)) == .none)
        #expect(ever.state == .holding(until: nil) && ever.deadline == nil)
        #expect(ever.advance(to: at(1_000_000_000)) == .none)
    }

    @Test func aPauseShowsItsSlateAtOnceUntilTheAgentResumes() {
        var absence = live()
        #expect(absence.take(.paused(5), at: at(0)) == .show(.pause))
        #expect(absence.state == .paused)
        // On its way when the pause came.
        #expect(absence.frame(of: 5, at: at(5)) == .none)
        #expect(absence.slate == .pause)
        #expect(absence.take(.present(5), at: at(1000)) == .showCanvas)
        #expect(absence.state == .live)
    }

    @Test func aPausedAgentThatGoesStaysHidden() {
        for hold in [Duration.seconds(3), nil] {
            var absence = live(hold: hold)
            _ = absence.take(.paused(5), at: at(0))
            #expect(absence.take(.gone(5), at: at(10)) == .show(.absence))
            #expect(absence.frame(of: 6, at: at(20)) == .showCanvas)
        }
    }

    @Test func anotherAgentsFrameEndsAPause() {
        var absence = live()
        _ = absence.take(.paused(5), at: at(0))
        #expect(absence.frame(of: 6, at: at(10)) == .showCanvas)
        #expect(absence.state == .live)
    }

    @Test func whatIsToldGoesThroughOneWordUnharmed() {
        let box = PresenceBox()
        #expect(box.newest == nil)
        for presence in [AgentPresence.present(0), .paused(.max), .gone(7)] {
            box.post(presence)
            #expect(box.newest == presence)
        }
    }

    @Test func aScreenThatShowsNothingYetIsStoodInForUntilItDoes() {
        var absence = Absence(holdTime: .seconds(3))
        #expect(absence.standIn() == .show(.absence))
        #expect(absence.phase == .slate)
        #expect(absence.take(.gone(4), at: at(0)) == .none)
        #expect(absence.frame(of: 5, at: at(10)) == .showCanvas)
        #expect(absence.state == .live)
        #expect(absence.standIn() == .none && absence.state == .live, "only before the first frame of all")
    }
}
