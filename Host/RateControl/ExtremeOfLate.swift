import Platform

/// The least or the greatest of what came within the last `span` to twice that.
struct ExtremeOfLate<Value: Comparable & Sendable>: Sendable {
    enum Kind: Sendable { case least, greatest }

    let kind: Kind
    let span: Duration
    private var older: Value?
    private var newer: Value?
    private var begin: MediaTime?

    init(_ kind: Kind, span: Duration) { (self.kind, self.span) = (kind, span) }

    /// `nil` until something came.
    var value: Value? {
        guard let newer else { return older }
        return older.map { further($0, newer) } ?? newer
    }

    mutating func add(_ value: Value, at now: MediaTime) {
        if let begin, now - begin < span {
            newer = newer.map { further($0, value) } ?? value
        } else {
            (older, newer, begin) = (newer, value, now)
        }
    }

    private func further(_ one: Value, _ other: Value) -> Value { kind == .least ? min(one, other) : max(one, other) }
}
