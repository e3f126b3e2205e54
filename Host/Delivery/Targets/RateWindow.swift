import Platform

/// What a target sends a second, from what it has sent so far. A value.
///
/// What leaves segment by segment is measured from one of them to the next: a second without any says nothing.
struct RateWindow {
    private var start: MediaTime
    private var bytes = 0
    /// When it was looked at last.
    private var lastBytes = 0

    init(from start: MediaTime) { self.start = start }

    /// - Parameters:
    ///   - sent: bytes since the beginning.
    ///   - batch: what leaves at once, of the stream's time; zero where everything leaves by itself.
    /// - Returns: kilobits a second, once a second or once a segment; `nil` in between.
    mutating func add(_ sent: Int, at now: MediaTime, batch: Duration) -> Int? {
        let hasSent = sent > lastBytes
        lastBytes = sent
        let span = now - start
        // A segment may come a little early; one that does not come at all is told too.
        guard span >= max(.seconds(1), batch * 0.8), hasSent || batch == .zero || span >= batch * 2 else { return nil }
        defer { (start, bytes) = (now, sent) }
        return Int(clamping: Double(sent - bytes) * 8 / 1000 / span.inSeconds)
    }
}
