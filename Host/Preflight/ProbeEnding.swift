/// Why an upload test ended.
public enum ProbeEnding: String, Sendable, Hashable, CaseIterable {
    /// The link carries more than anyone could use there.
    case enough
    /// The link is full: what got through is what it carries.
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
