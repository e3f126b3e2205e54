import Platform

/// Relates the positions of a stream to the monotonic clock, from timestamps that jitter.
///
/// The medians of half seconds are evidence; a straight line through them, over up to a quarter of an hour, says how fast the device's
/// clock runs and where it stands. What is read by, the line in use, is moved only where the evidence leaves no doubt: between
/// such moments the ratio of the two clocks is constant to the last digit. An echo canceller, whose two sides are followed each by
/// itself, has to learn whatever they move against each other. A value type without a clock of its own: all time comes in.
struct ClockFollower {
    /// How long the evidence for one median is collected.
    private static let spanSeconds = 0.5
    /// What a timestamp may be off by and still be evidence; beyond it only what lasts counts.
    private static let credibleSeconds = 0.005
    /// What the line in use may be off by before it is moved, where the evidence is that good.
    private static let leastErrorSeconds = 0.0003
    /// No crystal is off by more; beyond it the timestamps lie.
    private static let largestRateError = 0.0006
    /// How fast the line is moved to another offset: 1 cent, and in the first seconds 5.
    private static let largestGlide = 0.0006
    private static let largestFirstGlide = 0.003
    private static let firstSeconds = 10.0
    private static let blocksToSettle = 10
    /// An error beyond this is a jump (suspend, another device, lost blocks), once it has lasted for `jumpBlocks`.
    private static let jumpSeconds = 0.060
    private static let jumpBlocks = 3
    /// An error beyond this is a step once it has lasted for half a second.
    private static let stepSeconds = 0.010
    private static let stepBlocks = 50
    private static let nominalPeriod = 1 / Double(AudioFormat.sampleRateHertz)

    /// Where both clocks are counted from, which keeps the numbers small.
    private var origin = MediaTime.zero
    private var firstPosition: Int64 = 0
    /// The line in use: by how much the clock is ahead of the stream at `bend`, in seconds, and how much more with each second of
    /// the stream from there on: `skew` for the device's rate, `glide` to get to another offset.
    private var offset = 0.0
    private var bend = 0.0
    private var skew = 0.0
    private var glide = 0.0
    private var evidence = ClockEvidence()
    private var span = ClockSpan()
    private var observed = 0
    private var newest: Int64 = 0
    private var jumps = 0
    private var steps = 0

    /// The recent error of raw timestamps against the line in use, in seconds, averaged over about 50 ms.
    private(set) var recentErrorSeconds = 0.0
    private(set) var restarts = 0

    /// False until enough timestamps have come for `position(at:)` to mean something.
    var isSettled: Bool { observed >= Self.blocksToSettle }

    /// Sample frames of the stream per sample frame of the monotonic clock: above 1 when the device runs fast.
    var rate: Double { 1 / (1 + skew + glide) }

    /// The rate as far as it is known: what tells people about the device, where `rate` tells the resampler what to do.
    var averageRate: Double { 1 / (1 + (evidence.line?.skew ?? skew)) }

    /// Notes the capture time of the sample frame at `position`; positions only rise.
    mutating func observe(position: Int64, at capture: MediaTime) {
        guard observed > 0 else { return restart(position: position, at: capture) }
        guard position > newest else { return }
        let streamTime = seconds(of: position)
        let ahead = Double((capture - origin).inNanoseconds) / 1e9 - streamTime
        let error = ahead - offset(at: streamTime)
        recentErrorSeconds += (error - recentErrorSeconds) * 0.2
        jumps = abs(error) > Self.jumpSeconds ? jumps + 1 : 0
        steps = abs(error) > Self.stepSeconds ? steps + 1 : 0
        guard jumps < Self.jumpBlocks, steps < Self.stepBlocks else {
            restarts += 1
            return restart(position: position, at: capture)
        }
        newest = position
        guard jumps == 0 else { return }
        observed += 1
        if observed <= Self.blocksToSettle { return turn(at: streamTime, to: offset(at: streamTime) + error / Double(observed)) }
        span.add(ahead, at: streamTime)
        guard span.seconds >= Self.spanSeconds || span.isFull, let median = span.popMedian() else { return }
        // What is off by more is late, mostly, and counts only if it lasts: see `steps`.
        guard abs(median.ahead - offset(at: median.streamTime)) < Self.credibleSeconds || evidence.count < 4 else { return }
        if evidence.add(median, assuming: skew), let line = evidence.line { turn(at: streamTime, to: line.offset(at: streamTime)) }
        weigh(at: streamTime)
    }

    /// Moves the line in use where the evidence says that it is wrong.
    private mutating func weigh(at streamTime: Double) {
        guard let line = evidence.line else { return }
        turn(at: streamTime, to: offset(at: streamTime))
        let limit = Self.largestRateError
        // Timestamps wander as well as jitter: a slope that comes to less than what is good enough anyway is none.
        if abs(line.skew - skew) > max(3 * line.skewError, Self.leastErrorSeconds / line.length) { skew = min(max(line.skew, -limit), limit) }
        let error = line.offset(at: streamTime) - offset
        let isBad = abs(error) > max(Self.leastErrorSeconds, 6 * line.offsetError)
        guard isBad || glide != 0 && abs(error) > Self.leastErrorSeconds / 4 else {
            glide = 0
            return
        }
        let isFirst = streamTime < Self.firstSeconds
        let fastest = isFirst ? Self.largestFirstGlide : Self.largestGlide
        glide = min(max(error / (isFirst ? 1 : 6), -fastest), fastest)
    }

    /// The line in use goes on from here.
    private mutating func turn(at streamTime: Double, to offset: Double) { (bend, self.offset) = (streamTime, offset) }

    private func offset(at streamTime: Double) -> Double { offset + (skew + glide) * (streamTime - bend) }

    private func seconds(of position: Int64) -> Double { Double(position - firstPosition) * Self.nominalPeriod }

    /// Forgets the offset and keeps the rate: the next timestamps are believed anew.
    mutating func forgetOffset() {
        observed = 0
    }

    /// Where in the stream the given moment lies, as a fractional position. Meaningful once settled.
    func position(at moment: MediaTime) -> Double {
        let time = Double((moment - origin).inNanoseconds) / 1e9
        let slope = skew + glide
        return Double(firstPosition) + (time - offset + slope * bend) / (1 + slope) / Self.nominalPeriod
    }

    /// When the sample frame at `position` was, or will be, captured. Meaningful once settled.
    func time(at position: Int64) -> MediaTime {
        let streamTime = seconds(of: position)
        return origin + .nanoseconds(Int64(clamping: (streamTime + offset(at: streamTime)) * 1e9))
    }

    private mutating func restart(position: Int64, at capture: MediaTime) {
        (origin, firstPosition, newest) = (capture, position, position)
        (offset, bend, glide) = (0, 0, 0)
        (observed, jumps, steps, recentErrorSeconds) = (1, 0, 0, 0)
        evidence.removeAll()
        span.removeAll()
    }
}
