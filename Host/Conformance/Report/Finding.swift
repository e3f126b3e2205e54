/// What became of one check: one line of the report.
struct Finding: Hashable, Codable, Sendable {
    enum Verdict: String, Hashable, Codable, Sendable {
        case ok
        case fail = "FAIL"
        /// Could not be seen; `detail` says why. Not a failure.
        case skip
        /// Measured and shown, not judged.
        case note
    }

    let verdict: Verdict
    /// The check's own word, stable from version to version.
    let check: String
    /// The part of `Shared/PROTOCOL.md` that promises it.
    let section: String
    let title: String
    /// What happened, and what the page says; empty when there is nothing to say.
    let detail: String

    /// As the terminal shows it.
    var line: String {
        func padded(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(0, width - text.count)) }
        return padded(verdict.rawValue, 6) + padded(section, 18) + title + (detail.isEmpty ? "" : ": " + detail)
    }
}
