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
    private static let settlingSeconds = 20.0
    /// A report that is steady and differs by `jumpSeconds` means another route (a port, a profile); it is believed at once, as the first
    /// steady one is.
    private static let jumpSeconds = 0.050
    /// Steady is what has the same mean in two spans of `spanSeconds`, within `steadySeconds`, and strays from it by `spreadSeconds`
    /// in the mean: a block of 10 ms that is cut into fragments strays by up to half of that.
    private static let spanSeconds = 0.5
    private static let steadySeconds = 0.005
    private static let spreadSeconds = 0.0075

    /// Reports weighted by the span of the audio that they came with: a fragment of a millisecond says little.
    private struct Span {
        private(set) var seconds = 0.0
        private(set) var mean = 0.0
        private var strayed = 0.0

        /// Mean absolute distance from the mean as it was known then.
        var spread: Double { seconds > 0 ? strayed / seconds : 0 }

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
    private var span = Span()
    private var previous: Span?

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
            self.believed = believed + (measured - believed) * min(1, spanSeconds / Self.settlingSeconds)
        }
        // Another route begins another span, so that it is believed a second later wherever the spans stood.
        if span.seconds > 0, abs(measured - span.mean) > Self.jumpSeconds { (span, previous) = (Span(), nil) }
        span.add(measured, weight: spanSeconds)
        guard span.seconds >= Self.spanSeconds else { return }
        defer { (previous, span) = (span, Span()) }
        guard let previous, [span, previous].allSatisfy({ $0.spread <= Self.spreadSeconds }) else { return }
        guard abs(span.mean - previous.mean) <= Self.steadySeconds else { return }
        if believed.map({ abs(span.mean - $0) > Self.jumpSeconds }) ?? true { believed = span.mean }
    }
}
