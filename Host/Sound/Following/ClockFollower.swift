import AppGroup

/// Relates the positions of a stream to the monotonic clock, from timestamps that jitter.
///
/// A delay-locked loop of second order: it learns both the offset and the rate of the device's clock, so that a device
/// that is off by hundreds of ppm is followed without a lasting error. Its bandwidth starts wide and narrows to
/// `settledHertz`; jitter above it is averaged out. A value type without a clock of its own: all time comes in.
struct ClockFollower {
    /// Bandwidth once settled. So narrow that what jitter is left moves by hundredths of a sample in a second: an echo canceller, whose
    /// two sides are followed each by itself, has to learn whatever they move against each other.
    private static let settledHertz = 0.004
    /// Bandwidth while the timestamps keep to one side by more than `lasting`: averages ±5 ms of jitter down to a third of a millisecond
    /// and follows a rate within seconds.
    private static let catchingUpHertz = 0.03
    private static let lastingSeconds = 0.0007
    /// Over how long an error must last.
    private static let lastingTime = 4.0
    /// Bandwidth in the first ten seconds.
    private static let startingHertz = 0.06
    /// What a single timestamp counts for at most: towards the offset, and towards the rate, which is the slower to mend.
    private static let largestOffsetClaim = 0.002
    private static let largestRateClaim = 0.0005
    /// No crystal is off by more; beyond it the timestamps lie.
    private static let largestRateError = 0.0006
    private static let blocksToSettle = 10
    /// An error beyond this is a jump (suspend, another device, lost blocks), once it has lasted for `jumpBlocks`.
    static let jumpSeconds = 0.060
    private static let jumpBlocks = 3
    /// An error beyond this is a step once it has lasted for half a second.
    private static let stepSeconds = 0.010
    private static let stepBlocks = 50
    private static let nominalPeriod = 1 / Double(SoundFormat.sampleRateHertz)

    /// Filtered time of `anchor`, in seconds after `origin`, which keeps the numbers small.
    private var time = 0.0
    private var anchor: Int64 = 0
    private var origin = MediaTime.zero
    /// Seconds per sample frame.
    private var period = nominalPeriod
    private var observed = 0
    private var age = 0.0
    /// The error of recent seconds, bounded, averaged.
    private var lasting = 0.0
    private var jumps = 0
    private var steps = 0
    /// Where the average of the rate begins: the one in use, and the one that takes over from it.
    private var landmark: Landmark?
    private var nextLandmark: Landmark?

    private struct Landmark {
        let anchor: Int64
        let time: Double
    }

    /// The offset has come to rest by then.
    private static let landmarkAge = 5.0
    private static let averagedSeconds = 300.0

    /// The recent error of raw timestamps against the filtered ones, in seconds, averaged over about 50 ms.
    private(set) var recentErrorSeconds = 0.0
    private(set) var restarts = 0

    /// False until enough timestamps have come for `position(at:)` to mean something.
    var isSettled: Bool { observed >= Self.blocksToSettle }

    /// Sample frames of the stream per sample frame of the monotonic clock: above 1 when the device runs fast.
    var rate: Double { Self.nominalPeriod / period }

    /// Takes the capture time of the sample frame at `position`; positions only rise.
    mutating func observe(position: Int64, at capture: MediaTime) {
        guard observed > 0 else { return restart(position: position, at: capture) }
        let advance = position - anchor
        guard advance > 0 else { return }
        let measured = Double((capture - origin).inNanoseconds) / 1e9
        let predicted = time + Double(advance) * period
        let error = measured - predicted
        recentErrorSeconds += (error - recentErrorSeconds) * 0.2
        if abs(error) > Self.jumpSeconds {
            jumps += 1
            guard jumps < Self.jumpBlocks else {
                restarts += 1
                return restart(position: position, at: capture)
            }
        } else {
            jumps = 0
        }
        steps = abs(error) > Self.stepSeconds ? steps + 1 : 0
        if steps >= Self.stepBlocks {
            restarts += 1
            return restart(position: position, at: capture)
        }
        let elapsed = Double(advance) * period
        observed += 1
        age += elapsed
        anchor = position
        if observed <= Self.blocksToSettle {
            time = predicted + error / Double(observed)
            return
        }
        lasting += (Self.bounded(error, by: Self.largestOffsetClaim) - lasting) * min(1, elapsed / Self.lastingTime)
        let least = abs(lasting) > Self.lastingSeconds ? Self.catchingUpHertz : Self.settledHertz
        let hertz = max(least, min(Self.startingHertz, 0.6 / age))
        let omega = min(0.5, 2 * Double.pi * hertz * elapsed)
        time = predicted + max(2.0.squareRoot() * omega, 1 / Double(observed)) * Self.bounded(error, by: Self.largestOffsetClaim)
        period += omega * omega * Self.bounded(error, by: Self.largestRateClaim) / Double(advance)
        let limit = Self.nominalPeriod * Self.largestRateError
        period = min(max(period, Self.nominalPeriod - limit), Self.nominalPeriod + limit)
        setLandmark()
    }

    private mutating func setLandmark() {
        guard age >= Self.landmarkAge else { return }
        let here = Landmark(anchor: anchor, time: time)
        guard let newest = nextLandmark else { return (landmark, nextLandmark) = (here, here) }
        // The older it is, the less the place is off; what was learnt in the first seconds is left behind.
        guard time - newest.time >= min(Self.averagedSeconds, newest.time) else { return }
        (landmark, nextLandmark) = (newest, here)
    }

    /// The rate over the last minutes: what tells people about the device, where `rate` tells the resampler about this moment.
    var averageRate: Double {
        guard let landmark, time - landmark.time >= Self.landmarkAge else { return rate }
        return Double(anchor - landmark.anchor) * Self.nominalPeriod / (time - landmark.time)
    }

    /// Forgets the offset and keeps the rate: the next timestamps are believed anew.
    mutating func forgetOffset() {
        observed = 0
    }

    /// Where in the stream the given moment lies, as a fractional position. Meaningful once settled.
    func position(at moment: MediaTime) -> Double {
        Double(anchor) + (Double((moment - origin).inNanoseconds) / 1e9 - time) / period
    }

    /// When the sample frame at `position` was, or will be, captured. Meaningful once settled.
    func time(at position: Int64) -> MediaTime {
        origin + .nanoseconds(Int64((time + Double(position - anchor) * period) * 1e9))
    }

    private static func bounded(_ error: Double, by limit: Double) -> Double { min(max(error, -limit), limit) }

    private mutating func restart(position: Int64, at capture: MediaTime) {
        origin = capture
        time = 0
        anchor = position
        observed = 1
        age = 0
        lasting = 0
        jumps = 0
        steps = 0
        recentErrorSeconds = 0
        landmark = nil
        nextLandmark = nil
    }
}
