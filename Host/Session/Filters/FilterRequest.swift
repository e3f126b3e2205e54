public import AppGroup
public import Filters

/// What the control plane asks of the filters of a running session.
public enum FilterRequest: Hashable, Sendable {
    case add(SourceName, FilterSettings)
    /// What is not named stays as it is.
    case set(id: Int, words: [String])
    case remove(id: Int)
}
