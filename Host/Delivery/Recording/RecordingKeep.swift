/// How much of a recording's files stays: older ones give way.
public enum RecordingKeep: Sendable, Hashable {
    /// All files together, with the one that is written.
    case bytes(Int)
    /// Since a file was written last.
    case age(Duration)
}
