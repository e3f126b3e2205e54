/// What `splitcast doctor` found; its JSON has these fields.
struct DoctorReport: Codable, Hashable, Sendable {
    var checks: [DoctorCheck] = []
    /// What `splitcast live` would capture with; `nil` for nothing.
    var capture: String?
    /// Which it is and why, or what is missing.
    var verdict = ""

    /// For people: a line for each check, its remedy below it.
    var text: String {
        let width = checks.map(\.name.count).max() ?? 0
        let lines = checks.flatMap { check in
            let mark =
                switch check.state {
                case .ok: "ok      "
                case .limited: "limited "
                case .missing: "missing "
                case .unused: "-       "
                }
            let line = mark + check.name + String(repeating: " ", count: width - check.name.count + 2) + check.words
            let indent = String(repeating: " ", count: mark.count + width + 2)
            return [line] + (check.remedy.map { [indent + "fix: " + $0] } ?? [])
        }
        // Nothing is what the command fails with.
        return (capture == nil ? lines : lines + ["", verdict]).joined(separator: "\n")
    }
}
