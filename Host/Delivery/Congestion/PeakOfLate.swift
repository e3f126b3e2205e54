import AppGroup

/// The greatest of what came within the last `span` to twice that.
struct PeakOfLate: Sendable {
    let span: Duration
    private var older: Double?
    private var newer: Double?
    private var begin: MediaTime?

    init(span: Duration) { self.span = span }

    var peak: Double? {
        guard let newer else { return older }
        return older.map { max($0, newer) } ?? newer
    }

    mutating func take(_ value: Double, at now: MediaTime) {
        if let begin, now - begin < span {
            newer = max(newer ?? value, value)
        } else {
            (older, newer, begin) = (newer, value, now)
        }
    }
}
