/// What a recording has to tell of older files of its own.
public enum RecordingNote: Hashable, Sendable {
    case deleted(String, bytes: Int)
    /// What should go stays, and why.
    case notKept(String)
}
