import Testing

@testable import CaptureKit

@Suite struct HelperReportTests {
    private func heard(_ report: HelperReport) -> HelperReport? { HelperReport(line: report.line.dropLast()) }

    @Test func whatIsSaidIsHeard() {
        let failed = HelperReport.failed(CaptureError(.badChoice, "'a b.mkv' is no video: é"))
        for report in [HelperReport.found(frameBytes: 3_110_400), .found(frameBytes: 0), .found(frameBytes: 7, hasAudio: true), .ended, failed] {
            #expect(report.line.last == UInt8(ascii: "\n") && heard(report) == report)
        }
    }

    @Test func oneReportIsOneShortLineOfHarmlessText() {
        let message = "a\nfound 9\u{1B}[2J\u{9B}2J" + String(repeating: "x", count: 5000)
        let line = HelperReport.failed(CaptureError(.failed, message)).line
        #expect(line.count <= HelperReport.longest && line.filter { $0 == UInt8(ascii: "\n") }.count == 1)
        guard case .failed(let error)? = HelperReport(line: line.dropLast()) else {
            Issue.record("not heard")
            return
        }
        #expect(error.message.hasPrefix("a found 9 [2J 2Jxx"))
    }

    @Test(arguments: [
        "", "found", "found x", "found -1", "found 99999999999999999999", "found 1 2", "found 1 audio x", "ended 1", "failed", "failed nothing x",
        "failed x",
    ])
    func whatMakesNoSenseIsNothing(line: String) { #expect(HelperReport(line: Array(line.utf8)) == nil) }
}
