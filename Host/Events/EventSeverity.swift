/// How much an event matters.
public enum EventSeverity: String, Codable, Comparable, CaseIterable, Sendable {
    /// For those who follow closely; the log has it with `--verbose`.
    case detail
    case info
    /// Trouble that is being dealt with, or that a person should know of.
    case warning
    /// Something that was wanted does not happen any more, and will not by itself.
    case error

    public static func < (left: EventSeverity, right: EventSeverity) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
