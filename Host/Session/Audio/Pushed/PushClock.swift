import Platform

/// Gives pushed audio its times, and says how far ahead it is: a value, time passed in.
///
/// Audio without times is laid end to end from its arrival. Who sends as it captures is followed slowly, so that its clock,
/// and not ours, sets the pace; who sends faster, as from a file, is held back instead.
struct PushClock {
    /// Who is this far ahead is not read from.
    static let mostAhead = Duration.milliseconds(200)
    /// Arriving later than this behind what came before is a gap.
    static let gap = Duration.milliseconds(60)
    /// Given times must lie within: older is no longer mixed, younger would not fit the ring.
    static let acceptedAge = Duration.seconds(2)
    static let acceptedFuture = Duration.milliseconds(400)
    /// How much of a block is taken to have been captured before it arrived.
    private static let shortBlock = Duration.milliseconds(20)
    /// The pace is bent by 300 ppm at most: half a cent.
    private static let largestBend = 0.0003
    /// Share of an error that is corrected in a second.
    private static let repairRate = 0.5
    /// For so long after it was held back, its pace is ours.
    private static let heldBack = Duration.seconds(2)

    /// When what has come ends; `nil` before the first.
    private(set) var end: MediaTime?
    private var heldBackAt: MediaTime?
    /// Times that were not used, since they cannot be.
    private(set) var oddTimes = 0
    /// The last block did not follow the one before: silence goes in front of it.
    private(set) var isAfterGap = false

    func ahead(at now: MediaTime) -> Duration { end.map { $0 - now } ?? .zero }

    /// When it may be read from again; `nil`: now.
    mutating func holdBack(at now: MediaTime) -> MediaTime? {
        guard let end, end - now > Self.mostAhead else { return nil }
        heldBackAt = now
        return end - Self.mostAhead
    }

    /// The capture time of a block that lasts `span`.
    mutating func time(of span: Duration, given: MediaTime?, at now: MediaTime) -> MediaTime {
        if let given, now - given <= Self.acceptedAge, given - now <= Self.acceptedFuture {
            isAfterGap = end.map { abs((given - $0).inNanoseconds) > Self.gap.inNanoseconds } ?? true
            end = given + span
            return given
        }
        if given != nil { oddTimes += 1 }
        let arrival = now - min(span, Self.shortBlock)
        guard let end, arrival - end <= Self.gap else {
            isAfterGap = true
            self.end = arrival + span
            return arrival
        }
        isAfterGap = false
        let start = end + bend(arrival - end, over: span, at: now)
        self.end = start + span
        return start
    }

    private func bend(_ error: Duration, over span: Duration, at now: MediaTime) -> Duration {
        if let heldBackAt, now - heldBackAt < Self.heldBack { return .zero }
        let most = span.inSeconds * Self.largestBend
        let wanted = error.inSeconds * min(1, span.inSeconds * Self.repairRate)
        return .nanoseconds(Int64(clamping: min(max(wanted, 0 - most), most) * 1e9))
    }
}
