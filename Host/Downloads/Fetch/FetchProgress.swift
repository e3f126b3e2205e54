/// How far fetching is.
public struct FetchProgress: Hashable, Sendable {
    public enum State: String, Hashable, Sendable { case opening, fetching, waiting, complete }

    public var state = State.opening
    public var segments = 0
    /// Of the playlists as they are now; grows while a stream is live.
    public var allSegments = 0
    /// Of media, of the longest track.
    public var seconds = 0.0
    public var allSeconds = 0.0
    public var isLive = false
    /// That came in this run.
    public var receivedBytes = 0
    /// On disk.
    public var bytes = 0

    public init() {}

    /// From 0 to 1.
    public var part: Double { allSegments > 0 ? Double(segments) / Double(allSegments) : 0 }
}
