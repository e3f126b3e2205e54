import Control
import Session

/// What came of reading the configuration again, for people.
enum ReloadText {
    /// A line for each key.
    static func lines(_ report: ReloadReport) -> [String] {
        let file = report.file.isEmpty ? "no configuration file" : report.file
        guard !report.changes.isEmpty else { return ["\(file): nothing differs"] }
        var table = TextTable(heading: [("KEY", .left), ("", .left), ("", .left)])
        table.rows = report.changes.map { [$0.key, word($0.outcome), PlainText.of($0.message)] }
        // The heading says nothing that the lines do not.
        return ["\(file):"] + table.lines(indent: "  ").dropFirst()
    }

    private static func word(_ outcome: ReloadReport.Outcome) -> String {
        switch outcome {
        case .applied: "applied"
        case .restart: "needs a restart"
        case .refused: "refused"
        }
    }
}
