import Platform
import Testing

@testable import Intake

/// Who has the place: make before break, the newest claim wins, standbys wait.
@Suite struct SuccessionTests {
    private let start = MediaTime(nanoseconds: 1_000_000_000_000)

    @Test func theFirstGoodFrameMakesAnAgentLive() {
        var succession = Succession()
        succession.attached(1, isStandby: false, at: start)
        #expect(succession.live == 0)
        #expect(succession.mayCapture(1))
        #expect(succession.delivered(1) == .takeOver(replacing: []))
        #expect(succession.live == 1)
        #expect(succession.delivered(1) == .show)
    }

    @Test func theOldOneStaysUntilTheNewOneDelivers() {
        var succession = Succession()
        succession.attached(1, isStandby: false, at: start)
        _ = succession.delivered(1)
        succession.attached(2, isStandby: false, at: start)
        #expect(succession.delivered(1) == .show)
        #expect(succession.delivered(2) == .takeOver(replacing: [1]))
        succession.leaving(1)
        #expect(succession.delivered(1) == .ignore)
        #expect(succession.delivered(2) == .show)
    }

    @Test func aLateFrameOfAReplacedAgentIsIgnoredEvenBeforeItIsToldToStop() {
        var succession = Succession()
        succession.attached(1, isStandby: false, at: start)
        _ = succession.delivered(1)
        succession.attached(2, isStandby: false, at: start)
        _ = succession.delivered(2)
        #expect(succession.delivered(1) == .ignore)
        #expect(succession.live == 2)
    }

    @Test func aStandbyWaitsBehindALiveAgentAndIsNotReplaced() {
        var succession = Succession()
        succession.attached(1, isStandby: false, at: start)
        _ = succession.delivered(1)
        succession.attached(2, isStandby: true, at: start)
        #expect(!succession.mayCapture(2))
        #expect(succession.delivered(2) == .ignore)
        #expect(succession.heir(at: start + .seconds(100)) == nil)
        succession.attached(3, isStandby: false, at: start)
        #expect(succession.delivered(3) == .takeOver(replacing: [1]))
        #expect(!succession.mayCapture(2))
    }

    @Test func aStandbyInheritsAVacantPlaceAtOnce() {
        var succession = Succession()
        succession.attached(1, isStandby: true, at: start)
        #expect(succession.heir(at: start) == 1)
        succession.claim(1, at: start)
        _ = succession.delivered(1)
        succession.attached(2, isStandby: true, at: start)
        succession.attached(3, isStandby: true, at: start)
        succession.left(1)
        #expect(succession.live == 0)
        #expect(succession.heir(at: start + .seconds(5)) == 3)
    }

    @Test func aStandbyInheritsWhileTheLiveOneIsStillLeaving() {
        var succession = Succession()
        succession.attached(1, isStandby: false, at: start)
        _ = succession.delivered(1)
        succession.attached(2, isStandby: true, at: start)
        succession.leaving(1)
        #expect(succession.heir(at: start + .seconds(5)) == 2)
    }

    @Test func anyoneIsAboutToDeliverIsGivenTimeBeforeAStandbyInherits() {
        var succession = Succession()
        succession.attached(1, isStandby: true, at: start)
        succession.attached(2, isStandby: false, at: start)
        #expect(succession.heir(at: start + .seconds(1)) == nil)
        #expect(succession.heir(at: start + Succession.claimPatience + .milliseconds(1)) == 1)
    }

    @Test func anOlderAgentThatIsClaimedTakesOverFromANewerOne() {
        var succession = Succession()
        succession.attached(1, isStandby: true, at: start)
        succession.attached(2, isStandby: false, at: start)
        _ = succession.delivered(2)
        succession.claim(1, at: start)
        #expect(succession.mayCapture(1))
        #expect(succession.delivered(2) == .show)
        #expect(succession.delivered(1) == .takeOver(replacing: [2]))
        #expect(succession.live == 1)
    }

    @Test func aClaimThatIsWithdrawnWaitsAgainUnlessItIsLive() {
        var succession = Succession()
        succession.attached(1, isStandby: false, at: start)
        _ = succession.delivered(1)
        succession.attached(2, isStandby: true, at: start)
        succession.claim(2, at: start)
        succession.withdraw(2)
        #expect(!succession.mayCapture(2))
        #expect(succession.delivered(2) == .ignore)
        succession.withdraw(1)
        #expect(succession.mayCapture(1))
    }

    @Test func aNewcomerThatNeverDeliversAndLeavesChangesNothing() {
        var succession = Succession()
        succession.attached(1, isStandby: false, at: start)
        _ = succession.delivered(1)
        succession.attached(2, isStandby: false, at: start)
        succession.left(2)
        #expect(succession.live == 1)
        #expect(succession.delivered(1) == .show)
    }

    @Test func ofTwoNewcomersTheNewestWinsWhateverTheOrderOfTheirFrames() {
        for order: [UInt32] in [[2, 3], [3, 2]] {
            var succession = Succession()
            succession.attached(1, isStandby: false, at: start)
            _ = succession.delivered(1)
            succession.attached(2, isStandby: false, at: start)
            succession.attached(3, isStandby: false, at: start)
            for generation in order { _ = succession.delivered(generation) }
            #expect(succession.live == 3, "\(order)")
        }
    }
}
