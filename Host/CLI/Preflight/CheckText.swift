import Preflight

/// What `splitcast check-url` shows of one phase.
enum CheckText {
    /// `resolve      ok      1.2 ms`
    static func line(_ step: EndpointReport.Step) -> String {
        let time = Figure.fixed(step.took.inMilliseconds) + " ms"
        let line =
            pad(step.phase.rawValue, 11) + "  " + pad(step.isGood ? "ok" : "failed", 6) + String(repeating: " ", count: max(1, 11 - time.count))
            + time
        return step.note.isEmpty ? line : line + "  " + step.note
    }

    private static func pad(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(0, width - text.count)) }
}
