import AppGroup

/// The least of what came within the last `span` to twice that.
struct LeastOfLate: Sendable {
    let span: Duration
    private var older: Duration?
    private var newer: Duration?
    private var begin: MediaTime?

    init(span: Duration) { self.span = span }

    var least: Duration? {
        guard let newer else { return older }
        return older.map { min($0, newer) } ?? newer
    }

    mutating func take(_ value: Duration, at now: MediaTime) {
        if let begin, now - begin < span {
            newer = min(newer ?? value, value)
        } else {
            (older, newer, begin) = (newer, value, now)
        }
    }
}
