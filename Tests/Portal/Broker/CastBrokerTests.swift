import Platform
import Testing

@testable import Portal

@Suite struct CastBrokerTests {
    private let start = MediaTime(nanoseconds: 1_000_000_000)
    private let no = PortalError(.cancelled, "no")
    private let gone = PortalError(.portalGone, "gone")

    /// A broker whose session is open, with an agent that has pictures.
    private func running(_ agent: UInt32 = 1) -> CastBroker {
        var broker = CastBroker()
        _ = broker.asked(agent, at: start)
        _ = broker.opened()
        #expect(broker.remoteOpened(for: agent).isGood)
        broker.delivered(agent)
        return broker
    }

    @Test func theFirstOpensTheSessionAndTheNextFindsIt() {
        var broker = CastBroker()
        #expect(broker.asked(1, at: start) == [.open])
        #expect(broker.asked(2, at: start).isEmpty)
        #expect(broker.opened() == [.remote(agent: 1), .remote(agent: 2)])
        #expect(broker.remoteOpened(for: 1).isGood)
        #expect(broker.remoteOpened(for: 2).isGood)
        broker.left(1, castFailed: false)
        broker.left(2, castFailed: false)
        #expect(broker.asked(3, at: start + .seconds(3600)) == [.remote(agent: 3)])
    }

    @Test func aSessionThatCanBeRestoredIsNotKeptForNoOne() {
        var broker = CastBroker()
        _ = broker.asked(1, at: start)
        _ = broker.opened(isRestorable: true)
        #expect(broker.remoteOpened(for: 1).isGood)
        #expect(broker.tick(at: start + .seconds(60)).isEmpty && broker.nextTime == nil, "somebody has it")
        broker.left(1, castFailed: false)
        #expect(broker.tick(at: start + .seconds(70)).isEmpty)
        #expect(broker.nextTime == start + .seconds(71))
        // Who is back soon finds it.
        #expect(broker.asked(2, at: start + .milliseconds(70_900)) == [.remote(agent: 2)])
        #expect(broker.remoteOpened(for: 2).isGood && broker.tick(at: start + .seconds(80)).isEmpty)
        broker.left(2, castFailed: true)
        #expect(broker.tick(at: start + .seconds(90)).isEmpty)
        #expect(broker.tick(at: start + .seconds(91)) == [.close])
        #expect(broker.nextTime == nil && broker.tick(at: start + .seconds(99)).isEmpty)
        #expect(broker.asked(3, at: start + .seconds(100)) == [.open])
    }

    @Test func aNoIsForAllWhoWaitAndHoldsForAWhile() {
        var broker = CastBroker()
        _ = broker.asked(1, at: start)
        _ = broker.asked(2, at: start)
        #expect(broker.failed(no, at: start) == [.refuse(agent: 1, no), .refuse(agent: 2, no)])
        let again = broker.asked(3, at: start + .seconds(29))
        guard case .refuse(agent: 3, let error)? = again.first else {
            Issue.record("\(again)")
            return
        }
        #expect(error.code == .cancelled && error.message.contains("request-agent"))
        #expect(broker.asked(4, at: start + .seconds(30)) == [.open])
        #expect(broker.waiting == [4])
    }

    @Test func anyoneAsksInSoManyWordsIsNotHeldToAnEarlierNo() {
        var broker = CastBroker()
        _ = broker.asked(1, at: start)
        _ = broker.failed(no, at: start)
        broker.renewed()
        #expect(broker.asked(2, at: start) == [.open])
    }

    @Test func beforeThereWasAPictureAnyFailureIsSaid() {
        var broker = CastBroker()
        _ = broker.asked(1, at: start)
        let none = PortalError(.noPortal, "none")
        #expect(broker.failed(none, at: start) == [.refuse(agent: 1, none)])
        #expect(broker.asked(2, at: start) == [.open])
    }

    @Test func aPortalThatIsOnItsWayIsWaitedForForAWhile() {
        for first in [PortalError.sharesNothing, gone] {
            var broker = CastBroker()
            var now = start
            _ = broker.asked(1, at: now)
            var error = first
            var waits = 0
            while case .wait(let delay, _)? = broker.failed(error, at: now).first {
                now = now + delay
                #expect(broker.tick(at: now) == [.open])
                waits += 1
                // On its way it may be missing for a moment, or have only a part of what it shares.
                error = PortalError(waits.isMultiple(of: 2) ? .noPortal : .noSuchSource, "not yet")
            }
            #expect(waits > 3 && now - start >= CastBroker.startingTime && now - start < .seconds(20), "\(waits)")
            #expect(broker.waiting.isEmpty && broker.asked(2, at: now) == [.open])
            // Who comes later has the whole time again.
            #expect(broker.failed(first, at: now) == [.wait(CastBroker.shortestDelay, first)])
        }
    }

    @Test func whatWasSharedBeforeIsWaitedForThoughThePortalLacksItNow() {
        var broker = running()
        let lacks = PortalError(.noSuchSource, "shares no monitor")
        #expect(broker.failed(lacks, at: start) == [.wait(CastBroker.shortestDelay, lacks)])
    }

    @Test func whatIsLostWhileItRunsIsTriedUntilItIsBack() {
        var broker = running()
        #expect(broker.failed(gone, at: start) == [.wait(CastBroker.shortestDelay, gone)])
        #expect(broker.tick(at: start + .milliseconds(499)).isEmpty)
        #expect(broker.nextTime == start + .milliseconds(500))
        #expect(broker.tick(at: start + .milliseconds(500)) == [.open])
        var longest = Duration.zero
        for _ in 0..<6 {
            guard case .wait(let delay, _)? = broker.failed(PortalError(.noPortal, "none"), at: start).first else {
                Issue.record("it gave up")
                return
            }
            longest = max(longest, delay)
            #expect(broker.tick(at: start + delay) == [.open])
        }
        #expect(longest == CastBroker.longestDelay)
        #expect(broker.opened() == [.remote(agent: 1)])
        #expect(broker.remoteOpened(for: 1).isGood)
        broker.delivered(1)
        #expect(broker.failed(gone, at: start) == [.wait(CastBroker.shortestDelay, gone)])
    }

    @Test func stoppedSharingIsNotOpenedAgainByItself() {
        var broker = running()
        let stopped = PortalError(.stopped, "stopped")
        #expect(broker.failed(stopped, at: start) == [.refuse(agent: 1, stopped)])
        #expect(broker.nextTime == nil && broker.tick(at: start + .seconds(60)).isEmpty)
        guard case .refuse? = broker.asked(2, at: start + .seconds(1)).first else {
            Issue.record("it was opened again")
            return
        }
    }

    @Test func stoppedSharingHoldsThoughNoOneUsesIt() {
        var broker = running()
        broker.left(1, castFailed: false)
        #expect(broker.failed(PortalError(.stopped, "stopped"), at: start).isEmpty)
        guard case .refuse? = broker.asked(2, at: start + .seconds(1)).first else {
            Issue.record("it was opened again")
            return
        }
    }

    @Test func noOneIsWaitedForWhenNoOneWaits() {
        var broker = running()
        broker.left(1, castFailed: false)
        #expect(broker.failed(gone, at: start).isEmpty && broker.nextTime == nil)
        #expect(broker.asked(2, at: start) == [.open])
        broker = running()
        _ = broker.failed(gone, at: start)
        broker.left(1, castFailed: false)
        #expect(broker.tick(at: start + .seconds(1)).isEmpty && broker.state == .closed)
    }

    @Test func aSessionThatGivesNoPicturesIsOpenedAnew() {
        var broker = CastBroker()
        _ = broker.asked(1, at: start)
        _ = broker.opened()
        #expect(broker.remoteOpened(for: 1).isGood)
        broker.left(1, castFailed: true)
        #expect(broker.asked(2, at: start) == [.remote(agent: 2)])
        #expect(broker.remoteOpened(for: 2).isGood)
        broker.left(2, castFailed: true)
        #expect(broker.asked(3, at: start) == [.close, .open])
        #expect(broker.opened() == [.remote(agent: 3)])
    }

    @Test func aSessionInDoubtIsOpenedAnewForTheNextThatAsks() {
        var broker = running()
        broker.doubt()
        #expect(broker.asked(2, at: start) == [.remote(agent: 2)], "somebody gets pictures from it")
        #expect(broker.remoteOpened(for: 2).isGood)
        broker.left(1, castFailed: true)
        broker.left(2, castFailed: true)
        #expect(broker.asked(3, at: start) == [.close, .open])
        _ = broker.opened()
        #expect(broker.remoteOpened(for: 3).isGood)
        broker.left(3, castFailed: false)
        #expect(broker.asked(4, at: start) == [.remote(agent: 4)])
    }

    @Test func aCrashIsNotTheSessionsFault() {
        var broker = running()
        for agent in UInt32(2)..<9 {
            broker.left(agent - 1, castFailed: false)
            #expect(broker.asked(agent, at: start) == [.remote(agent: agent)])
            #expect(broker.remoteOpened(for: agent).isGood)
        }
    }

    @Test func aSessionThatGivesPicturesToSomebodyIsGood() {
        var broker = running()
        for agent in UInt32(2)..<6 {
            #expect(broker.asked(agent, at: start) == [.remote(agent: agent)])
            #expect(broker.remoteOpened(for: agent).isGood)
            broker.left(agent, castFailed: true)
        }
    }

    @Test func aForgottenSessionIsOpenedAnewForAll() {
        var broker = running()
        _ = broker.asked(2, at: start)
        #expect(broker.refusedRemote(for: 2, gone, at: start) == [.close, .open])
        #expect(broker.opened() == [.remote(agent: 2), .remote(agent: 1)])
    }

    @Test func withoutPipeWireTheFirstIsRefusedAndLaterOnesWait() {
        let missing = PortalError(.noPipeWire, "missing")
        var broker = CastBroker()
        _ = broker.asked(1, at: start)
        _ = broker.opened()
        #expect(broker.refusedRemote(for: 1, missing, at: start) == [.refuse(agent: 1, missing)])
        broker = running()
        broker.left(1, castFailed: true)
        _ = broker.asked(2, at: start)
        #expect(broker.refusedRemote(for: 2, missing, at: start) == [.wait(CastBroker.shortestDelay, missing)])
        #expect(broker.asked(3, at: start).isEmpty)
        #expect(broker.tick(at: start + .milliseconds(500)) == [.remote(agent: 2), .remote(agent: 3)])
        let (isGood, acts) = broker.remoteOpened(for: 2)
        #expect(!isGood && acts == [.close, .open], "a PipeWire that was gone knows no node of the session")
        #expect(broker.opened() == [.remote(agent: 2), .remote(agent: 3)])
        #expect(broker.remoteOpened(for: 2).isGood)
    }

    @Test func whoLeftIsForgotten() {
        var broker = CastBroker()
        _ = broker.asked(1, at: start)
        broker.left(1, castFailed: false)
        #expect(broker.opened().isEmpty)
        #expect(!broker.remoteOpened(for: 1).isGood)
        #expect(broker.holders.isEmpty)
    }
}
