import Control
import Session

/// What holds an agent, as short text.
extension SessionStatus.Agent {
    /// What counts for its limit, in KiB: anonymous and kernel memory where they are known, else private memory.
    var countedKiB: Int { memory.anonymousKiB + memory.kernelKiB > 0 ? memory.anonymousKiB + memory.kernelKiB : privateKiB }

    /// "1.4 of 16 MiB (cgroup v1)", or "2.5 MiB, no limit".
    var memoryText: String {
        let used = Figure.fixed(Double(countedKiB) / 1024)
        guard memory.limitKiB > 0 else { return "\(used) MiB, no limit" }
        return "\(used) of \(limitMiB) MiB" + (memory.limitKind.isEmpty ? "" : " (\(memory.limitKind))")
    }

    /// What it captures, with the agent's own text beside it: ":1 (room 2)".
    var screenText: String { extra.isEmpty ? screen : screen.isEmpty ? "(\(extra))" : "\(screen) (\(extra))" }

    /// `strict` when everything is forbidden that can be, `none` for nothing, else what is.
    var sandboxText: String {
        let held = Set(confinement)
        if held.contains("logsOnly") { return "logs only" }
        if held.isSuperset(of: ["noNewPrivileges", "filteredCalls", "noFiles"]) { return "strict" }
        let parts = [("filteredCalls", "calls filtered"), ("noFiles", "no files"), ("noNewPrivileges", "no new privileges")]
        let words = parts.filter { held.contains($0.0) }.map(\.1)
        return words.isEmpty ? "none" : words.joined(separator: ", ")
    }

    /// For a status line: "x11 1.4/16 MiB cgroup v1, strict".
    var shortText: String {
        let limit = memory.limitKiB > 0 ? "/\(limitMiB)" : ""
        let kind = memory.limitKiB > 0 ? " \(memory.limitKind)" : ""
        return PlainText.of("\(backend) \(Figure.fixed(Double(countedKiB) / 1024))\(limit) MiB\(kind), \(held)")
    }

    private var held: String { confinement.isEmpty ? "no sandbox" : sandboxText }

    private var limitMiB: String {
        memory.limitKiB % 1024 == 0 ? "\(memory.limitKiB / 1024)" : Figure.fixed(Double(memory.limitKiB) / 1024)
    }

    /// Frames that never were seen. A change that waited for a slot is seen a little later.
    var dropped: UInt64 { superseded }
}
