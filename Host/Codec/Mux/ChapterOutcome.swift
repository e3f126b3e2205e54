/// What became of a chapter.
public enum ChapterOutcome: Hashable, Sendable {
    /// It is in the file, whatever happens to this process.
    case written
    /// The file holds as many as there is room for.
    case full
    /// The container, or a pipe, cannot hold any.
    case impossible
}
