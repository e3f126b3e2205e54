/// Why an upload test ended.
public enum ProbeEnding: String, Sendable, Hashable, CaseIterable {
    /// The line carries more than anybody could use there.
    case enough
    /// The line is full: what got through is what it carries.
    case full
    /// The eight seconds were over first.
    case timeIsUp
    /// A broadcast of this machine began to suffer.
    case inTheWay
    /// The user broke it off.
    case stopped
    /// The connection broke.
    case lost
}
