/// What the control plane asks of the targets of a running session.
public enum TargetRequest: Hashable, Sendable {
    /// An address or the path of a file, as `--to` takes it; a path is absolute.
    case add(String)
    /// Sends what is queued, writes the ending, closes.
    case remove(id: Int)
    case pause(id: Int)
    case resume(id: Int)
    /// Gets another encoding from its next key frame on, in the same connection. A recording whose size changes goes on in a new file.
    case move(id: Int, encoding: String)
    /// Connect anew at once; `nil` for every target that is not paused.
    case reconnect(id: Int?)
}
