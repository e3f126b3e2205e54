/// How old audio is when it arrives, beyond the time that it took to fill what arrived.
///
/// The latency that libpulse reports is a poor clock: until a few timing updates have come it may be wrong by a second (it lets
/// the stream's time run while an idle source delivers nothing), and it wanders by half a block over tens of seconds where
/// a source delivers block by block. Arrivals are regular. So the clock is taken from the arrivals, and the reported latency
/// only moves their offset, slowly. A value type without a clock of its own.
struct LatencyEstimate {
    /// Timing updates since the first samples, after which the report is believed.
    private static let updatesToTrust = 3
    private static let settlingSeconds = 20.0
    /// A report that is steady, within `steadySeconds` for `patienceSeconds`, and differs by `jumpSeconds` means another
    /// route (a port, a profile); it is believed at once, as the first steady one is.
    private static let jumpSeconds = 0.050
    private static let steadySeconds = 0.005
    private static let patienceSeconds = 1.0

    /// A monitor is given what is on its way to the ears before it is heard, so its audio may be younger than nothing; any
    /// other cannot arrive before it was captured.
    private let isMonitor: Bool
    private var updates = 0
    private var believed: Double?
    private var candidate = 0.0
    private var steadyFor = 0.0

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
        if abs(measured - candidate) <= Self.steadySeconds {
            steadyFor += spanSeconds
        } else {
            candidate = measured
            steadyFor = 0
        }
        let isSteady = steadyFor >= Self.patienceSeconds
        guard let believed else {
            if isSteady { self.believed = measured }
            return
        }
        if abs(measured - believed) > Self.jumpSeconds {
            if isSteady { self.believed = measured }
        } else {
            self.believed = believed + (measured - believed) * min(1, spanSeconds / Self.settlingSeconds)
        }
    }
}
