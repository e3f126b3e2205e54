import Testing

@testable import splitcast_bench

/// What two encodings by one host cost beside a host for each.
@Suite struct EncodingsReportTests {
    private func report(_ costs: ([String], Double)...) -> EncodingsReport {
        EncodingsReport(rows: costs.map { EncodingsReport.Row(workload: "motion", encodings: $0.0, cores: $0.1, frames: [(200, 198)]) })
    }

    @Test func twoAreHeldAgainstTheSumOfEach() throws {
        let met = report((["main"], 0.8), (["low"], 0.2), (["main", "low"], 1.05))
        #expect(met.bars.map(\.isMet) == [true])
        #expect(met.bars.map(\.value) == ["1.05"])
        #expect(report((["main"], 0.8), (["low"], 0.2), (["main", "low"], 1.11)).bars.map(\.isMet) == [false])
    }

    @Test func withoutEachAloneTheBarIsMissed() {
        let found = report((["main"], 0.8), (["main", "low"], 0.1))
        #expect(found.bars.map(\.isMet) == [false])
        #expect(found.bars.map(\.value) == ["not measured"])
        #expect(found.text.contains("**missed**"))
    }

    @Test func aCostThatLeavesFramesOutDoesNotCount() {
        var found = report((["main"], 0.8), (["low"], 0.2))
        found.rows.append(EncodingsReport.Row(workload: "motion", encodings: ["main", "low"], cores: 0.5, frames: [(200, 200), (200, 197)]))
        #expect(found.bars.map(\.isMet) == [false])
        #expect(found.bars.map(\.value) == ["0.50, with frames lost"])
    }

    @Test func workloadsAreNotMixed() {
        var found = report((["main"], 0.8), (["low"], 0.2))
        found.rows.append(EncodingsReport.Row(workload: "typing", encodings: ["main", "low"], cores: 0.5, frames: []))
        #expect(found.bars.map(\.value) == ["not measured"])
    }
}
