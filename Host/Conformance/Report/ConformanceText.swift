import FoundationEssentials
import Glibc

/// Shows a conformance report: lines as they are found, or one JSON object at the end.
struct ConformanceText {
    private struct Whole: Encodable {
        let passed: Bool
        let sum: String
        let findings: [Finding]
    }

    let json: Bool

    /// - Throws: what `examine` throws, and `.notKept` when something was not kept.
    @available(*, noasync)
    func run(_ examine: (Report) throws(ConformanceError) -> Void) throws(ConformanceError) {
        let report = Report { finding in
            guard !json else { return }
            print(finding.line)
            fflush(nil)
        }
        try examine(report)
        if json {
            print(Self.text(of: Whole(passed: report.isPassed, sum: report.sum, findings: report.findings)))
        } else {
            print("\n\(report.sum)")
        }
        guard report.isPassed else { throw ConformanceError(.notKept, "the protocol was not kept: \(report.sum)") }
    }

    private static func text(of whole: Whole) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        let data = try? encoder.encode(whole)  // text and lists of it always encode
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}
