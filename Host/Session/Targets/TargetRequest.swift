/// What the control plane asks of the targets of a running session.
public enum TargetRequest: Hashable, Sendable {
    /// An address or the path of a file, as `--to` takes it; a path is absolute.
    case add(String)
    /// Sends what is queued, writes the ending, closes.
    case remove(id: Int)
    case pause(id: Int)
    case resume(id: Int)
    /// Connect anew at once; `nil` for every target that is not paused.
    case reconnect(id: Int?)
}
