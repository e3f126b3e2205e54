/// Why an agent's life in a group ended (PROTOCOL.md, section 7). Raw values travel on the wire and never change.
public enum EndReason: UInt8, Sendable, CaseIterable {
    /// A message of it made no sense.
    case invalidData = 1
    /// Someone asked it to stop.
    case stopped = 2
    /// The session is over.
    case sessionFinished = 3
    /// It could not go on; its message says why.
    case failed = 4
    /// The process went away without a message; from an agent that was given a cast: PipeWire closed the connection.
    case closed = 5
    /// Another agent took over.
    case replaced = 6
    /// It was not allowed to see the screen.
    case permissionDenied = 7
    /// Its heartbeat stopped.
    case unresponsive = 8
    /// Its memory limit ended it.
    case memoryLimit = 9

    /// The word shown by `status`.
    public var word: String { "\(self)" }

    /// For people, behind "ended".
    public var text: String {
        switch self {
        case .invalidData: "invalid data"
        case .sessionFinished: "the broadcast is over"
        case .permissionDenied: "permission denied"
        case .memoryLimit: "memory limit"
        case .stopped, .failed, .closed, .replaced, .unresponsive: word
        }
    }
}
