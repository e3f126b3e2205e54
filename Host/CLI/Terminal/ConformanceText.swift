import Conformance
import Glibc

/// Shows a conformance report: lines as they are found, or one JSON object at the end.
struct ConformanceText {
    private struct Whole: Encodable {
        let passed: Bool
        let sum: String
        let findings: [Finding]
    }

    let json: Bool

    /// - Throws: what `examine` throws, and a failure (exit code 1) when something was not kept.
    @available(*, noasync)
    func run(_ examine: (Report) throws(ConformanceError) -> Void) throws {
        let report = Report { finding in
            guard !json else { return }
            print(finding.line)
            fflush(nil)
        }
        try examine(report)
        if json {
            print(JSONText.of(Whole(passed: report.isPassed, sum: report.sum, findings: report.findings), isPretty: true))
        } else {
            print("\n\(report.sum)")
        }
        guard report.isPassed else { throw CommandFailure(.failed, "the protocol was not kept: \(report.sum)") }
    }
}

extension CommandFailure {
    init(_ error: ConformanceError) {
        let code: Code =
            switch error.code {
            case .badCommand: .usage
            case .noHost, .nothingLive: .group
            case .system: .failed
            case .interrupted: .interrupted
            }
        self.init(code, error.message)
    }
}
