/// The readings of a short time, of which the median counts: what is late or early by chance does not.
struct ClockSpan {
    private static let capacity = 64
    private var values: [Double] = []
    private var streamTimes = 0.0
    private var first = 0.0
    private var last = 0.0

    init() { values.reserveCapacity(Self.capacity) }

    var seconds: Double { last - first }
    var isFull: Bool { values.count == Self.capacity }

    mutating func add(_ ahead: Double, at streamTime: Double) {
        if values.isEmpty { first = streamTime }
        last = streamTime
        streamTimes += streamTime
        values.append(ahead)
    }

    mutating func removeAll() {
        values.removeAll(keepingCapacity: true)
        streamTimes = 0
    }

    /// Empties it; `nil` when there is nothing.
    mutating func popMedian() -> ClockReading? {
        guard !values.isEmpty else { return nil }
        let streamTime = streamTimes / Double(values.count)
        let ahead = values.withUnsafeMutableBufferPointer { median(of: $0) }
        removeAll()
        return ClockReading(streamTime: streamTime, ahead: ahead)
    }
}
