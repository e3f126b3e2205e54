import Platform
import Testing

@testable import MediaCapture

@Suite struct SourceWatchTests {
    /// Looks every 200 ms, as a heartbeat does, at a source whose pictures come at `times`; what was told, and when.
    private func told(
        _ seconds: Double, pictures times: [Double], isAwaited: (Double) -> Bool = { _ in true }, broken: (Double) -> Int = { _ in 0 }
    ) -> [(at: Double, what: SourceWatch.Finding)] {
        var watch = SourceWatch()
        return stride(from: 0, through: seconds, by: 0.2).compactMap { time in
            let tally = (total: broken(time), position: Duration.milliseconds(12_400))
            let now = MediaTime.zero + .nanoseconds(Int64(clamping: time * 1e9))
            let finding = watch.look(pictures: times.count { $0 <= time }, isAwaited: isAwaited(time), broken: tally, at: now)
            return finding.map { (time, $0) }
        }
    }

    private let regular = stride(from: 0, to: 60, by: 0.04).map { $0 }

    @Test func aSilentSourceIsToldAfterTwoSecondsAndItsReturnToo() {
        let told = told(30, pictures: regular.filter { $0 < 5 || $0 > 12 })
        #expect(told.count == 2)
        guard told.count == 2, case .silent = told[0].what, case .back = told[1].what else { return #expect(Bool(false), "\(told)") }
        #expect((7...7.3).contains(told[0].at) && (12...12.3).contains(told[1].at), "\(told)")
    }

    @Test func aSourceThatHasEndedOrWaitsForItsTurnIsNotSilent() {
        #expect(told(30, pictures: regular.filter { $0 < 5 }, isAwaited: { $0 < 5 }).isEmpty)
    }

    @Test func rarePicturesAreNoSilenceOnceThatIsKnown() {
        let told = told(60, pictures: stride(from: 0, to: 60, by: 5).map { $0 })
        // The first gap alone.
        #expect(told.count == 2 && told.allSatisfy { $0.at < 6 }, "\(told)")
    }

    @Test func brokenPacketsAreToldTogetherAndNotAgainAtOnce() {
        let told = told(40, pictures: regular, broken: { $0 < 3 ? 0 : $0 < 3.5 ? 7 : $0 < 8 ? 20 : 50 })
        #expect(told.map(\.what) == [.broken(20, at: .milliseconds(12_400), total: 20), .broken(30, at: .milliseconds(12_400), total: 50)])
        #expect(told.count == 2 && (4...4.3).contains(told[0].at) && (14...14.5).contains(told[1].at), "\(told)")
        #expect(told.first?.what.text(about: "'x.mkv'") == "'x.mkv' is damaged at 12.4 s: 20 broken packets skipped")
    }
}
