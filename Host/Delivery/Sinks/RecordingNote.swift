/// What a recording has to tell of older files of its own.
public enum RecordingNote: Hashable, Sendable {
    case deleted(String, bytes: Int)
    /// What should go stays, and why.
    case notKept(String)
    /// The disk has so much room left, and the recording ends after about so long.
    case diskFilling(String, freeBytes: Int, left: Duration)
}
