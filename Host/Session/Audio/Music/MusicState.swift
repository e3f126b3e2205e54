/// What the music player is doing, as `status` says it.
public enum MusicState: String, Hashable, Sendable {
    /// Nothing was asked for, or it was stopped.
    case stopped
    /// A file or address is being opened; what was playing before goes on meanwhile.
    case opening
    case playing
    case paused
    /// Played to its end.
    case finished
    /// It could not be opened, or broke off: see the last error.
    case failed
}
