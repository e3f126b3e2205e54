import Testing

@testable import Conformance

@Suite struct ReportTests {
    @Test func aFailureTakesThePlaceOfAnOkAndStays() {
        var lines: [String] = []
        let report = Report { lines.append($0.line) }
        report.judge(.hello, nil)
        report.judge(.hello, nil)
        report.judge(.hello, "no backend")
        report.judge(.hello, nil)
        #expect(report.findings.count == 1 && !report.isPassed)
        #expect(lines.count == 2 && lines[1].hasPrefix("FAIL") && lines[1].contains("no backend"))
        #expect(report.sum == "0 ok, 1 failed, 0 skipped")
    }

    @Test func whatWasSkippedMayStillBeSeen() {
        let report = Report { _ in }
        report.skip(.resume, "nothing moves")
        report.judge(.resume, nil)
        #expect(report.findings.map(\.verdict) == [.ok])
    }

    @Test func nothingIsTakenInOnceItIsClosed() {
        let report = Report { _ in }
        report.close()
        report.fail(.hello, "interrupted")
        #expect(report.findings.isEmpty && report.isPassed)
    }

    @Test func theLineNamesTheSectionAndTheTitle() {
        let report = Report { _ in }
        report.judge(.lentSlotsOnly, nil)
        #expect(report.findings[0].line == "ok    5 loans           notices only on lent slots")
    }
}
