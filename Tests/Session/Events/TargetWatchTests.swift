import Delivery
import Testing

@testable import Session

@Suite struct TargetWatchTests {
    private func status(_ state: TargetState, reconnects: Int = 0, _ code: DeliveryError.Code? = nil) -> TargetWatch.Look {
        TargetWatch.Look(state: state, reconnects: reconnects, lastError: code.map(Catalogue.error))
    }

    private func codes(_ looks: TargetWatch.Look...) -> [[String]] {
        var watch = TargetWatch()
        return looks.map { watch.news(of: 2, $0, retryInterval: .seconds(2)).map { $0.draft(of: Catalogue.target).code.rawValue } }
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

    @Test func aLossIsToldWithWhatFollows() {
        let told = codes(
            status(.live), status(.reconnecting, .lost), status(.reconnecting, .lost), status(.reconnecting, .refused),
            status(.live, reconnects: 1, .refused))
        #expect(told[1] == ["target.connectionLost", "target.retry"] && told[2] == [] && told[3] == ["target.connectionLost"])
        #expect(told[4] == ["target.connected", "target.firstFrameSent", "target.live"])
    }

    @Test func aLossThatNobodySawIsToldToo() {
        let told = codes(status(.live), status(.live, reconnects: 1, .timedOut))
        #expect(told[1] == ["target.sendTimedOut", "target.connectionLost", "target.connected", "target.firstFrameSent", "target.live"])
    }

    @Test(arguments: [
        (DeliveryError.Code.badKey, "target.rejected.badKey"), (.busy, "target.rejected.busy"), (.blocked, "target.rejected.blocked"),
        (.rejected, "target.rejected"), (.expired, "target.expired"), (.certificate, "target.failed"), (.diskFull, "recording.stopped"),
    ])
    func anEndIsToldByItsReason(code: DeliveryError.Code, told: String) {
        #expect(codes(status(.connecting), status(.failed, code))[1] == [told])
    }

    @Test func targetsAreToldApart() {
        var watch = TargetWatch()
        _ = watch.news(of: 2, status(.live), retryInterval: .seconds(2))
        #expect(watch.news(of: 3, status(.connected), retryInterval: .seconds(2)) == [.added, .connecting, .connected])
    }
}
