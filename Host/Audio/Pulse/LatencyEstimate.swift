/// How old audio is when it arrives, beyond the time that it took to fill what arrived.
///
/// The latency that libpulse reports is a poor clock: until a few timing updates have come it may be wrong by a second (it lets
/// the stream's time run while an idle source delivers nothing), it wanders by half a block over tens of seconds where
/// a source delivers block by block, and where the blocks of the source are cut into fragments, what comes with a small one is off by
/// a block. Arrivals are regular. So the clock is taken from the arrivals, and the reported latency only moves their offset, slowly.
/// A value type without a clock of its own.
struct LatencyEstimate {
    /// Timing updates since the first samples, after which the report is believed.
    private static let updatesToTrust = 3
    /// The offset moves towards the report with this time constant, and no faster than a third of a cent: what libpulse computes between
    /// two updates may run away by 10 ms a second, there and back.
    private static let settlingSeconds = 20.0
    private static let fastest = 0.0002
    /// A report that is steady and differs by `jumpSeconds` means another route (a port, a profile). It is believed at once, as the first
    /// steady one is, if a timing update has come since it began: until then it is computed from what was true before.
    private static let jumpSeconds = 0.050
    /// A sound server that hands out what it holds in other blocks (PipeWire: 21 ms in pieces of 10) reports a latency that strays around
    /// nothing. A first mean that is less than so many times what it strays by says nothing yet: from there it is settled slowly.
    private static let significance = 3.0
    /// Steady is what has the same mean in two spans of `spanSeconds`, within `steadySeconds`, and strays from it by `spreadSeconds`
    /// in the mean: a block of 10 ms that is cut into fragments strays by up to half of that.
    private static let spanSeconds = 0.5
    private static let steadySeconds = 0.005
    private static let spreadSeconds = 0.0075

    /// Reports weighted by the span of the audio that they came with: a fragment of a millisecond says little.
    private struct Span {
        /// Timing updates when it began.
        let updates: Int
        private(set) var seconds = 0.0
        private(set) var mean = 0.0
        private var strayed = 0.0

        /// Mean absolute distance from the mean as it was known then.
        var spread: Double { seconds > 0 ? strayed / seconds : 0 }

        init(updates: Int) { self.updates = updates }

        mutating func add(_ measured: Double, weight: Double) {
            guard weight > 0 else { return }
            seconds += weight
            if seconds > weight { strayed += abs(measured - mean) * weight }
            mean += (measured - mean) * weight / seconds
        }
    }

    /// A monitor is given what is on its way to the ears before it is heard, so its audio may be younger than nothing; any
    /// other cannot arrive before it was captured.
    private let isMonitor: Bool
    private var updates = 0
    private var believed: Double?
    private var span = Span(updates: 0)
    private var previous: Span?
    /// Timing updates when the report was last near to what is believed.
    private var updatesWhenNear = 0

    init(isMonitor: Bool = false) { self.isMonitor = isMonitor }

    /// A timing update has come after the first samples.
    mutating func countUpdate() { updates += 1 }

    /// Notes what is reported with a block of `span` and returns the age to use, zero until something can be believed.
    ///
    /// - Parameter reported: age of the oldest sample that waits, less the span of all that wait; `nil` if not known.
    mutating func observe(_ reported: Duration?, span: Duration) -> Duration {
        if updates >= Self.updatesToTrust, let reported {
            apply(isMonitor ? reported.inSeconds : max(0, reported.inSeconds), spanSeconds: span.inSeconds)
        }
        return .nanoseconds(Int64(clamping: (believed ?? 0) * 1e9))
    }

    private mutating func apply(_ measured: Double, spanSeconds: Double) {
        if let believed, abs(measured - believed) <= Self.jumpSeconds {
            let correction = (measured - believed) * min(1, spanSeconds / Self.settlingSeconds)
            let largest = Self.fastest * spanSeconds
            self.believed = believed + min(max(correction, -largest), largest)
            updatesWhenNear = updates
        }
        // Another route begins another span, so that it is believed a second later wherever the spans stood.
        if span.seconds > 0, abs(measured - span.mean) > Self.jumpSeconds { (span, previous) = (Span(updates: updates), nil) }
        span.add(measured, weight: spanSeconds)
        guard span.seconds >= Self.spanSeconds else { return }
        defer { (previous, span) = (span, Span(updates: updates)) }
        guard let previous, [span, previous].allSatisfy({ $0.spread <= Self.spreadSeconds }) else { return }
        guard abs(span.mean - previous.mean) <= Self.steadySeconds else { return }
        guard let believed else { return self.believed = abs(span.mean) > Self.significance * max(span.spread, previous.spread) ? span.mean : 0 }
        if abs(span.mean - believed) > Self.jumpSeconds, previous.updates > updatesWhenNear { self.believed = span.mean }
    }
}
