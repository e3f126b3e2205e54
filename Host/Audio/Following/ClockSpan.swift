/// The readings of a short time, of which the median counts: what is late or early by chance does not.
struct ClockSpan {
    private static let capacity = 64
    private var values: [Double] = []
    private var places = 0.0
    private var first = 0.0
    private var last = 0.0

    init() { values.reserveCapacity(Self.capacity) }

    var seconds: Double { last - first }
    var isFull: Bool { values.count == Self.capacity }

    mutating func add(_ ahead: Double, at place: Double) {
        if values.isEmpty { first = place }
        last = place
        places += place
        values.append(ahead)
    }

    mutating func removeAll() {
        values.removeAll(keepingCapacity: true)
        places = 0
    }

    /// Empties it; `nil` when there is nothing.
    mutating func takeMedian() -> ClockReading? {
        guard !values.isEmpty else { return nil }
        let place = places / Double(values.count)
        let ahead = values.withUnsafeMutableBufferPointer { median(of: $0) }
        removeAll()
        return ClockReading(place: place, ahead: ahead)
    }
}
