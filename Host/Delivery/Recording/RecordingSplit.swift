/// When a recording goes on in a new file: at the first key frame from then on.
public enum RecordingSplit: Hashable, Sendable {
    case every(Duration)
    /// At the last key frame before a file would grow larger.
    case atBytes(Int)
}
