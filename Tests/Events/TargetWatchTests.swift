import Delivery
import Testing

@testable import Events

@Suite struct TargetWatchTests {
    private func status(
        _ state: TargetState, reconnects: Int = 0, losses: Int = 0, failed: Int = 0, delay: Duration? = nil, _ code: DeliveryError.Code? = nil
    ) -> TargetWatch.Look {
        TargetWatch.Look(
            state: state, reconnects: reconnects, losses: losses, failedAttempts: failed, delay: delay, lastError: code.map(Catalogue.error))
    }

    private func codes(_ looks: TargetWatch.Look...) -> [[String]] {
        var watch = TargetWatch()
        return looks.map { watch.changes(of: Catalogue.target, $0).map { $0.description(of: Catalogue.target).code.rawValue } }
    }

    @Test func eachStepIsToldOnce() {
        let told = codes(status(.connecting), status(.connected), status(.live), status(.live), status(.closed))
        #expect(
            told == [["target.added", "target.connecting"], ["target.connected"], ["target.firstFrameSent", "target.live"], [], ["target.closed"]])
    }

    @Test func stepsBetweenTwoLooksAreToldInTheirOrder() {
        let all = ["target.added", "target.connecting", "target.connected", "target.firstFrameSent", "target.live"]
        #expect(codes(status(.live)) == [all])
        #expect(codes(status(.connecting), status(.live))[1] == ["target.connected", "target.firstFrameSent", "target.live"])
    }

    @Test func aLossIsToldWithEachAttemptThatFollows() {
        let told = codes(
            status(.live), status(.reconnecting, failed: 1, delay: .seconds(2), .lost), status(.reconnecting, failed: 1, .lost),
            status(.reconnecting, failed: 2, delay: .seconds(2), .refused), status(.reconnecting, failed: 3, delay: .seconds(2), .refused),
            status(.live, reconnects: 1, .refused))
        #expect(told[1] == ["target.connectionLost", "target.retry"] && told[2] == [])
        #expect(told[3] == ["target.connectionLost", "target.retry"] && told[4] == ["target.retry"])
        #expect(told[5] == ["target.connected", "target.firstFrameSent", "target.live"])
    }

    @Test func retriesAreCountedAlikeFromTheFirstToTheLast() {
        let retry = BroadcastEvent.target(Catalogue.target, .retry(number: 1, most: 1, delay: .seconds(2))).description.text
        let end = BroadcastEvent.target(Catalogue.target, .gaveUp(attempts: 2, nil)).description.text
        #expect(retry.hasSuffix(": retry 1 of 1 in 2 s") && end.hasSuffix(" given up after 1 retry"), "\(retry) \(end)")
    }

    @Test func attemptsAreNumberedAndCountedToTheEnd() {
        var watch = TargetWatch()
        watch.mostRetries = 2
        _ = watch.changes(of: Catalogue.target, status(.live))
        let first = watch.changes(of: Catalogue.target, status(.reconnecting, failed: 1, delay: .seconds(1), .lost))
        let second = watch.changes(of: Catalogue.target, status(.reconnecting, failed: 2, delay: .seconds(2), .lost))
        let end = watch.changes(of: Catalogue.target, status(.failed, failed: 3, .lost))
        #expect(first == [.connectionLost(Catalogue.error(.lost)), .retry(number: 1, most: 2, delay: .seconds(1))])
        #expect(second == [.retry(number: 2, most: 2, delay: .seconds(2))] && end == [.gaveUp(attempts: 3, Catalogue.error(.lost))])
    }

    @Test func eachConnectionToWhomeverIsWarnedOf() {
        func unchecked(_ look: TargetWatch.Look) -> TargetWatch.Look {
            var look = look
            look.isUnchecked = true
            return look
        }
        let told = codes(
            unchecked(status(.live)), unchecked(status(.reconnecting, failed: 1, delay: .seconds(2), .lost)),
            unchecked(status(.connected, reconnects: 1, .lost)), unchecked(status(.live, reconnects: 1, .lost)))
        #expect(told[0].dropFirst(2) == ["target.connected", "target.unchecked", "target.firstFrameSent", "target.live"])
        #expect(told[2] == ["target.connected", "target.unchecked"] && told[3] == ["target.firstFrameSent", "target.live"])
    }

    @Test func aFreshAddressIsToldBeforeTheConnectionThatUsesIt() {
        func hooked(_ look: TargetWatch.Look, fresh: Int, failures: Int = 0) -> TargetWatch.Look {
            var look = look
            (look.freshAddresses, look.hookFailures, look.hookError) = (fresh, failures, Catalogue.error(.badSetting))
            return look
        }
        let lost = status(.reconnecting, failed: 1, delay: .seconds(2), .expired)
        let told = codes(
            status(.live), lost, hooked(lost, fresh: 0, failures: 1), hooked(status(.live, reconnects: 1, .expired), fresh: 1, failures: 1))
        #expect(told[1] == ["target.connectionLost", "target.retry"] && told[2] == ["target.hookFailed"])
        #expect(told[3] == ["target.freshAddress", "target.connected", "target.firstFrameSent", "target.live"])
    }

    @Test func aTargetStaysTheSameWhateverItsAddress() {
        var watch = TargetWatch()
        _ = watch.changes(of: TargetSubject(id: 1, maskedURL: "rtmp://a/***"), status(.live))
        #expect(watch.changes(of: TargetSubject(id: 1, maskedURL: "rtmp://b/***"), status(.live)) == [])
        #expect(watch.gone(present: []).map(\.0.maskedURL) == ["rtmp://b/***"])
    }

    @Test func aPauseAndItsEndAreTold() {
        let told = codes(
            status(.live), status(.paused), status(.live), status(.paused), status(.connecting), status(.live), status(.paused), status(.closed))
        #expect(told[1] == ["target.paused"] && told[2] == ["target.resumed", "target.connected", "target.firstFrameSent", "target.live"])
        #expect(told[4] == ["target.resumed", "target.connecting"] && told[6] == ["target.paused"] && told[7] == ["target.closed"])
    }

    @Test func whatFailedMayConnectOnceMore() {
        let told = codes(status(.connecting), status(.failed, failed: 1, .badKey), status(.live, .badKey))
        #expect(told[2] == ["target.connecting", "target.connected", "target.firstFrameSent", "target.live"])
    }

    @Test func aLossThatNoOneSawIsToldToo() {
        let told = codes(status(.live), status(.live, reconnects: 1, losses: 1, .timedOut))
        #expect(told[1] == ["target.sendTimedOut", "target.connectionLost", "target.connected", "target.firstFrameSent", "target.live"])
    }

    @Test func whoConnectsAnewAsAskedHasLostNothing() {
        let again = ["target.connecting", "target.connected", "target.firstFrameSent", "target.live"]
        // Of a loss long ago an error is left.
        let live = status(.live, reconnects: 1, losses: 3, .lost)
        #expect(codes(live, status(.live, reconnects: 2, losses: 3, .lost))[1] == again)
        #expect(
            codes(live, status(.connecting, reconnects: 1, losses: 3, .lost), status(.live, reconnects: 2, losses: 3, .lost))[2]
                == Array(again.dropFirst()))
        let told = codes(live, status(.paused, reconnects: 1, losses: 3, .lost), status(.live, reconnects: 2, losses: 3, .lost))
        #expect(told[2] == ["target.resumed"] + again.dropFirst())
        let up = codes(status(.failed, reconnects: 1, losses: 5, .lost), status(.live, reconnects: 2, losses: 5, .lost))
        #expect(up[1] == again)
    }

    @Test(arguments: [
        (DeliveryError.Code.badKey, "target.rejected.badKey"), (.busy, "target.rejected.busy"), (.blocked, "target.rejected.blocked"),
        (.rejected, "target.rejected"), (.expired, "target.expired"), (.certificate, "target.failed"), (.diskFull, "recording.stopped"),
    ])
    func anEndIsToldByItsReason(code: DeliveryError.Code, told: String) {
        #expect(codes(status(.connecting), status(.failed, code))[1] == [told])
    }

    @Test func targetsAreToldApartAndMissedWhenTheyAreGone() {
        var watch = TargetWatch()
        let other = TargetSubject(id: 3, maskedURL: "a.mkv")
        _ = watch.changes(of: Catalogue.target, status(.live))
        #expect(watch.changes(of: other, status(.connected)) == [.added, .connecting, .connected])
        #expect(watch.gone(present: [2, 3]).isEmpty)
        let gone = watch.gone(present: [3])
        #expect(gone.map(\.0) == [Catalogue.target] && gone.map(\.1) == [.removed] && watch.gone(present: [3]).isEmpty)
    }
}
