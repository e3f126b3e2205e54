import Platform

/// How much of a ladder stays in its playlists.
public enum LadderWindow: Hashable, Sendable {
    /// The newest segments, as players of a live stream need them.
    case live
    /// So much of the newest, to go back in.
    case time(Duration)
    /// All from the beginning on: an event while it is live, a film when it has ended.
    case everything

    /// Segments in the playlist; `nil` for all.
    func length(of interval: Duration) -> Int? {
        switch self {
        case .live: Self.shortest
        case .time(let span): max(Self.shortest, Int(clamping: (span.inNanoseconds + interval.inNanoseconds - 1) / interval.inNanoseconds))
        case .everything: nil
        }
    }

    private static let shortest = 6
}
