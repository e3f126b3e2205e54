import Platform

/// What came of earlier climbs: how far the link was seen to reach, and when it may be tried again.
struct ClimbMemory: Sendable {
    /// What the link carried when it was last too little, picture, audio and packaging together.
    private var bound: Double?
    private var failTime = MediaTime.zero
    /// Climbs in a row that failed, by what led to them.
    private var failedProbes = 0
    private var failedEvidence = 0
    private var failedBelowFloor = 0

    /// For a connection that has just become live.
    mutating func start(at now: MediaTime) { failTime = max(failTime, now) }

    /// - Parameters:
    ///   - capacity: `nil` when nothing got through at all, which says nothing about what the link carries.
    ///   - climb: what made the rate go up shortly before; `nil` when the link itself got worse.
    mutating func fail(at now: MediaTime, capacity: Double?, after climb: BitRateDecision.Reason?, isBelowFloor: Bool) {
        if let climb {
            if climb == .capacity { failedEvidence += 1 } else { failedProbes += 1 }
            if isBelowFloor { failedBelowFloor += 1 }
        } else if now - failTime > .seconds(120) {
            (failedProbes, failedEvidence, failedBelowFloor) = (0, 0, 0)
        }
        if let capacity { bound = capacity }
        failTime = now
    }

    /// So much got through.
    mutating func carried(_ bitRate: Double) {
        if let bound { self.bound = max(bound, bitRate) }
    }

    /// What no blind step may go beyond yet.
    func bound(at now: MediaTime, isBelowFloor: Bool) -> Double? {
        let least = isBelowFloor ? Self.hold(.seconds(8), failures: failedBelowFloor) : Self.hold(.seconds(30), failures: failedProbes - 1)
        return now - failTime < least ? bound : nil
    }

    /// Whether bursts that show so much may be believed. Something on the way may take a burst in and hold it.
    func trusts(_ shown: Double, at now: MediaTime) -> Bool {
        guard let bound, shown > bound else { return true }
        if failedEvidence == 0 { return shown >= 1.2 * bound && now - failTime >= .seconds(8) }
        return now - failTime >= Self.hold(.seconds(60), failures: failedEvidence - 1)
    }

    /// Whether a step beyond what bursts have shown may be tried.
    func mayProbe(at now: MediaTime) -> Bool { now - failTime >= Self.hold(.seconds(90), failures: failedProbes) }

    private static func hold(_ first: Duration, failures: Int) -> Duration { min(first * (1 << max(0, min(failures, 4))), .seconds(600)) }
}
