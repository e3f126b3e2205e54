import Downloads

/// A line of `splitcast hls fetch --progress json`. Field names are part of the interface: add, never rename.
struct FetchReport: Encodable {
    /// `opening`, `fetching`, `waiting` for a live stream, `complete`.
    var state: String
    var segments: Int
    /// Of the playlists as they are now.
    var ofSegments: Int
    /// Of media.
    var seconds: Double
    var ofSeconds: Double
    var isLive: Bool
    /// On disk.
    var bytes: Int
    /// In this run.
    var receivedBytes: Int
    /// Of the last second or so.
    var bitRate: Double
    /// Where it lies; once it is complete.
    var folder: String?

    init(_ progress: FetchProgress, bitRate: Double, folder: String? = nil) {
        (state, segments, ofSegments) = (progress.state.rawValue, progress.segments, progress.allSegments)
        (seconds, ofSeconds, isLive) = (progress.seconds, progress.allSeconds, progress.isLive)
        (bytes, receivedBytes, self.bitRate, self.folder) = (progress.bytes, progress.receivedBytes, bitRate, folder)
    }
}
