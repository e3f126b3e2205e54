/// What is known of a device's clock: medians, over up to a quarter of an hour, the older the fewer, and the straight line through
/// them.
struct ClockEvidence {
    /// A straight line, and what it may be off by (one standard deviation).
    struct Line {
        /// Seconds that the clock gains on the stream in each second of it.
        let skew: Double
        let skewError: Double
        fileprivate let middle: ClockReading
        /// At its newest end, in seconds.
        let offsetError: Double
        /// How long the evidence is, in seconds.
        let length: Double

        func offset(at streamTime: Double) -> Double { middle.ahead + skew * (streamTime - middle.streamTime) }
    }

    private static let capacity = 240
    private static let longestSeconds = 900.0
    /// So many medians in a row on one side tell that the stream was moved.
    private static let lasting = 4
    private static let leastForRate = 8
    private static let leastSpread = 10e-6
    private static let leastStep = 0.0005

    private var readings: [ClockReading] = []
    private var scratch: [Double]
    private(set) var line: Line?

    init() {
        readings.reserveCapacity(Self.capacity + 1)
        scratch = Array(repeating: 0, count: Self.capacity + 1)
    }

    var count: Int { readings.count }

    mutating func removeAll() {
        readings.removeAll(keepingCapacity: true)
        line = nil
    }

    /// - Parameter skew: what is believed while there is too little to tell a rate by.
    /// - Returns: whether the stream was moved against the clock, so that what was known of its offset is forgotten.
    mutating func add(_ reading: ClockReading, assuming skew: Double) -> Bool {
        readings.append(reading)
        if readings.count > Self.capacity { thinOut() }
        let isStep = forgetWhatWasBeforeAStep()
        line = fit(assuming: skew)
        return isStep
    }

    /// Puts the older half together in pairs.
    private mutating func thinOut() {
        let pairs = readings.count / 4
        for pair in 0..<pairs {
            let (one, other) = (readings[2 * pair], readings[2 * pair + 1])
            readings[pair] = ClockReading(streamTime: (one.streamTime + other.streamTime) / 2, ahead: (one.ahead + other.ahead) / 2)
        }
        readings.removeSubrange(pairs..<2 * pairs)
        let newest = readings[readings.count - 1].streamTime
        while newest - readings[0].streamTime > Self.longestSeconds { readings.removeFirst() }
    }

    /// A step: the newest lie all on one side of the line that was, farther than chance takes them.
    private mutating func forgetWhatWasBeforeAStep() -> Bool {
        guard let line, readings.count > 2 * Self.lasting else { return false }
        let spread = line.offsetError * Double(readings.count).squareRoot() / 2
        let limit = max(Self.leastStep, 5 * spread)
        let errors = readings.suffix(Self.lasting).lazy.map { $0.ahead - line.offset(at: $0.streamTime) }
        guard errors.allSatisfy({ $0 > limit }) || errors.allSatisfy({ $0 < -limit }) else { return false }
        readings.removeFirst(readings.count - Self.lasting)
        return true
    }

    private mutating func fit(assuming skew: Double) -> Line? {
        guard let first = regress(within: .infinity) else { return nil }
        let spread = self.spread(around: first)
        // What lies far from the others was no evidence.
        let kept = regress(within: 3 * spread, of: first) ?? first
        let count = Double(readings.count)
        let length = readings[readings.count - 1].streamTime - readings[0].streamTime
        guard readings.count >= Self.leastForRate, length > 0 else {
            return Line(skew: skew, skewError: .infinity, middle: kept.middle, offsetError: spread, length: length)
        }
        return Line(
            skew: kept.skew, skewError: spread * (12 / count).squareRoot() / length, middle: kept.middle,
            offsetError: 2 * spread / count.squareRoot(),
            length: length)
    }

    /// Least squares over what lies within `limit` of `other`.
    private func regress(within limit: Double, of other: Line? = nil) -> Line? {
        func isKept(_ reading: ClockReading) -> Bool { other.map { abs(reading.ahead - $0.offset(at: reading.streamTime)) <= limit } ?? true }
        var (count, streamTime, ahead) = (0.0, 0.0, 0.0)
        for reading in readings where isKept(reading) {
            (count, streamTime, ahead) = (count + 1, streamTime + reading.streamTime, ahead + reading.ahead)
        }
        guard count > 0 else { return nil }
        (streamTime, ahead) = (streamTime / count, ahead / count)
        var (squares, products) = (0.0, 0.0)
        for reading in readings where isKept(reading) {
            squares += (reading.streamTime - streamTime) * (reading.streamTime - streamTime)
            products += (reading.streamTime - streamTime) * (reading.ahead - ahead)
        }
        let skew = count >= 3 && squares > 0 ? products / squares : 0
        return Line(skew: skew, skewError: 0, middle: ClockReading(streamTime: streamTime, ahead: ahead), offsetError: 0, length: 0)
    }

    /// The standard deviation around a line, by the median.
    private mutating func spread(around line: Line) -> Double {
        for (index, reading) in readings.enumerated() { scratch[index] = abs(reading.ahead - line.offset(at: reading.streamTime)) }
        let count = readings.count
        let middle = scratch.withUnsafeMutableBufferPointer { median(of: UnsafeMutableBufferPointer(rebasing: $0[..<count])) }
        // Two of the degrees of freedom went into the line.
        return max(Self.leastSpread, 1.4826 * middle * (Double(count) / Double(max(1, count - 2))).squareRoot())
    }
}
