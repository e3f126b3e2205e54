import Platform
import Testing

@testable import Intake

/// Who has the place: make before break, the newest claim wins, standbys wait.
@Suite struct SuccessionTests {
    private let start = MediaTime(nanoseconds: 1_000_000_000_000)

    @Test func anAgentThatIsNotAdmittedIsNothing() {
        var succession = Succession()
        succession.attached(1, at: start)
        #expect(!succession.mayCapture(1) && !succession.isStandby(1) && succession.heir(at: start + .seconds(100)) == nil)
        #expect(succession.delivered(1) == .ignore && succession.live == 0)
    }

    @Test func theFirstGoodFrameMakesAnAgentLive() {
        var succession = Succession()
        succession.arrive(1, rank: 1)
        #expect(succession.live == 0)
        #expect(succession.mayCapture(1))
        #expect(succession.delivered(1) == .takeOver(replacing: []))
        #expect(succession.live == 1)
        #expect(succession.delivered(1) == .show)
    }

    @Test func theOldOneStaysUntilTheNewOneDelivers() {
        var succession = Succession()
        succession.arrive(1, rank: 1)
        _ = succession.delivered(1)
        succession.arrive(2, rank: 2)
        #expect(succession.delivered(1) == .show)
        #expect(succession.delivered(2) == .takeOver(replacing: [1]))
        succession.leaving(1)
        #expect(succession.delivered(1) == .ignore)
        #expect(succession.delivered(2) == .show)
    }

    @Test func aLateFrameOfAReplacedAgentIsIgnoredEvenBeforeItIsToldToStop() {
        var succession = Succession()
        succession.arrive(1, rank: 1)
        _ = succession.delivered(1)
        succession.arrive(2, rank: 2)
        _ = succession.delivered(2)
        #expect(succession.delivered(1) == .ignore)
        #expect(succession.live == 2)
    }

    @Test func aStandbyThatIsPausedStandsInForNoOneAndIsNotReplaced() {
        var succession = Succession()
        succession.arrive(1, rank: 1)
        _ = succession.delivered(1)
        for generation: UInt32 in [2, 3] { succession.arrive(generation, rank: 0, isStandby: true) }
        succession.hold(3, true)
        succession.left(1)
        #expect(succession.heir(at: start + .seconds(100)) == 2, "the newest that is not paused")
        succession.hold(2, true)
        #expect(succession.heir(at: start + .seconds(100)) == nil)
        succession.hold(3, false)
        #expect(succession.heir(at: start + .seconds(100)) == 3)
    }

    @Test func aStandbyWaitsBehindALiveAgentAndIsNotReplaced() {
        var succession = Succession()
        succession.arrive(1, rank: 1)
        _ = succession.delivered(1)
        succession.arrive(2, rank: 0, isStandby: true)
        #expect(!succession.mayCapture(2))
        #expect(succession.delivered(2) == .ignore)
        #expect(succession.heir(at: start + .seconds(100)) == nil)
        succession.arrive(3, rank: 3)
        #expect(succession.delivered(3) == .takeOver(replacing: [1]))
        #expect(!succession.mayCapture(2))
    }

    @Test func aStandbyInheritsAVacantPlaceAtOnce() {
        var succession = Succession()
        succession.arrive(1, rank: 0, isStandby: true)
        #expect(succession.heir(at: start) == 1)
        succession.inherit(1, at: start)
        _ = succession.delivered(1)
        succession.arrive(2, rank: 0, isStandby: true)
        succession.arrive(3, rank: 0, isStandby: true)
        succession.left(1)
        #expect(succession.live == 0)
        #expect(succession.heir(at: start + .seconds(5)) == 3)
    }

    @Test func noStandbyInheritsWhatWasDetachedBeforeACommandWantsOne() {
        var succession = Succession()
        succession.arrive(1, rank: 1)
        _ = succession.delivered(1)
        succession.arrive(2, rank: 0, isStandby: true)
        succession.detach(2)
        #expect(succession.live == 1)
        succession.detach(1)
        #expect(succession.live == 0 && !succession.mayCapture(1) && succession.isStandby(1))
        #expect(succession.heir(at: start + .seconds(5)) == nil && succession.delivered(1) == .ignore)
        succession.claim(1, rank: 2, at: start)
        #expect(succession.delivered(1) == .takeOver(replacing: []))
        // As ever from then on.
        succession.left(1)
        #expect(succession.heir(at: start + .seconds(5)) == 2)
    }

    @Test func aCanvasThatIsKeptVacantWaitsForACommand() {
        var succession = Succession()
        succession.keepVacant()
        succession.arrive(1, rank: 0, isStandby: true)
        #expect(succession.heir(at: start + .seconds(5)) == nil)
        succession.claim(1, rank: 1, at: start)
        #expect(succession.delivered(1) == .takeOver(replacing: []))
        // Not while one is live.
        succession.keepVacant()
        succession.arrive(2, rank: 0, isStandby: true)
        succession.left(1)
        #expect(succession.heir(at: start + .seconds(5)) == 2)
    }

    @Test func aStandbyInheritsWhileTheLiveOneIsStillLeaving() {
        var succession = Succession()
        succession.arrive(1, rank: 1)
        _ = succession.delivered(1)
        succession.arrive(2, rank: 0, isStandby: true)
        succession.leaving(1)
        #expect(succession.heir(at: start + .seconds(5)) == 2)
    }

    @Test func anyoneIsAboutToDeliverIsGivenTimeBeforeAStandbyInherits() {
        var succession = Succession()
        succession.arrive(1, rank: 0, isStandby: true)
        succession.arrive(2, rank: 2)
        #expect(succession.heir(at: start + .seconds(1)) == nil)
        #expect(succession.heir(at: start + Succession.claimPatience + .milliseconds(1)) == 1)
    }

    @Test func anOlderAgentThatIsClaimedTakesOverFromANewerOne() {
        var succession = Succession()
        succession.arrive(1, rank: 0, isStandby: true)
        succession.arrive(2, rank: 2)
        _ = succession.delivered(2)
        succession.claim(1, rank: 3, at: start)
        #expect(succession.mayCapture(1))
        #expect(succession.delivered(2) == .show)
        #expect(succession.delivered(1) == .takeOver(replacing: [2]))
        #expect(succession.live == 1)
    }

    @Test func aClaimThatIsWithdrawnWaitsAgainUnlessItIsLive() {
        var succession = Succession()
        succession.arrive(1, rank: 1)
        _ = succession.delivered(1)
        succession.arrive(2, rank: 0, isStandby: true)
        succession.claim(2, rank: 3, at: start)
        succession.withdraw(2)
        #expect(!succession.mayCapture(2))
        #expect(succession.delivered(2) == .ignore)
        succession.withdraw(1)
        #expect(succession.mayCapture(1))
    }

    @Test func aNewcomerThatNeverDeliversAndLeavesChangesNothing() {
        var succession = Succession()
        succession.arrive(1, rank: 1)
        _ = succession.delivered(1)
        succession.arrive(2, rank: 2)
        succession.left(2)
        #expect(succession.live == 1)
        #expect(succession.delivered(1) == .show)
    }

    @Test func ofTwoNewcomersTheNewestWinsWhateverTheOrderOfTheirFrames() {
        for order: [UInt32] in [[2, 3], [3, 2]] {
            var succession = Succession()
            succession.arrive(1, rank: 1)
            _ = succession.delivered(1)
            succession.arrive(2, rank: 2)
            succession.arrive(3, rank: 3)
            for generation in order { _ = succession.delivered(generation) }
            #expect(succession.live == 3, "\(order)")
        }
    }

    @Test func anAgentThatComesLateForAnEarlierCommandIsNeverShown() {
        var succession = Succession()
        succession.arrive(1, rank: 1)
        _ = succession.delivered(1)
        succession.left(1)
        succession.arrive(2, rank: 2)
        _ = succession.delivered(2)
        // Started again for the first command.
        succession.arrive(3, rank: 1)
        succession.arrive(4, rank: 1, isStandby: true)
        #expect(succession.delivered(3) == .ignore && succession.live == 2)
        succession.left(2)
        #expect(succession.delivered(3) == .ignore && succession.heir(at: start + .seconds(100)) == nil && succession.live == 0)
        // The second command's own comes back.
        succession.arrive(5, rank: 2)
        #expect(succession.delivered(5) == .takeOver(replacing: [3]))
    }

    @Test func whatACommandWantsGoesBeforeWhatOnlyStandsIn() {
        var succession = Succession()
        succession.arrive(1, rank: 0, isStandby: true)
        succession.arrive(2, rank: 2)
        #expect(succession.heir(at: start + .seconds(4)) == 1)
        succession.inherit(1, at: start + .seconds(4))
        #expect(succession.delivered(1) == .takeOver(replacing: []) && succession.mayCapture(2))
        #expect(succession.delivered(2) == .takeOver(replacing: [1]))
    }
}

extension Succession {
    fileprivate mutating func arrive(_ generation: UInt32, rank: Int, isStandby: Bool = false) {
        let now = MediaTime(nanoseconds: 1_000_000_000_000)
        attached(generation, at: now)
        admit(generation, rank: rank, isStandby: isStandby, at: now)
    }
}
