import AppGroup

/// How old sound is when it arrives, beyond the time that it took to fill what arrived.
///
/// The latency that libpulse reports is a poor clock: until a few timing updates have come it may be wrong by a second (it lets
/// the stream's time run while an idle source delivers nothing), and it wanders by half a block over tens of seconds where
/// a source delivers block by block. Arrivals are regular. So the clock is taken from the arrivals, and the reported latency
/// only moves their offset, slowly. A value type without a clock of its own.
struct LatencyEstimate {
    /// Timing updates since the first samples, after which the report is believed.
    private static let updatesToTrust = 3
    private static let settlingSeconds = 20.0
    /// A report that differs by this much for so long means another route (a port, a profile), and is believed at once.
    private static let jumpSeconds = 0.050
    private static let jumpPatienceSeconds = 1.0

    private var updates = 0
    private var seconds: Double?
    private var disagreeing = 0.0

    /// A timing update has come after the first samples.
    mutating func countUpdate() { updates += 1 }

    /// Takes what is reported with a block of `span` and returns the age to use.
    ///
    /// - Parameter reported: age of the oldest sample that waits, less the span of all that wait; `nil` if not known.
    mutating func observe(_ reported: Duration?, span: Duration) -> Duration {
        guard updates >= Self.updatesToTrust, let reported else { return .nanoseconds(Int64((seconds ?? 0) * 1e9)) }
        // Sound cannot arrive before it was captured.
        let measured = max(0, reported.inSeconds)
        let before = seconds ?? measured
        disagreeing = abs(measured - before) > Self.jumpSeconds ? disagreeing + span.inSeconds : 0
        if disagreeing > Self.jumpPatienceSeconds {
            disagreeing = 0
            seconds = measured
        } else {
            seconds = before + (measured - before) * min(1, span.inSeconds / Self.settlingSeconds)
        }
        return .nanoseconds(Int64((seconds ?? 0) * 1e9))
    }
}
