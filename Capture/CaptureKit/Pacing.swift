import AppGroup

/// When the next frame may be grabbed: at once after a pause, and never more than the frame rate over time.
///
/// A source that draws at exactly the frame rate, with jitter, must not lose a frame to the jitter: after a late grab the
/// next may follow early, down to half an interval, as long as the average stays within the rate.
struct Pacing: Sendable {
    private var interval: Duration
    private var due = MediaTime.zero

    /// - Parameter milliFramesPerSecond: frames a second in thousandths, 1...240,000.
    init(milliFramesPerSecond: UInt32) { interval = Self.interval(milliFramesPerSecond) }

    mutating func setRate(milliFramesPerSecond: UInt32) { interval = Self.interval(milliFramesPerSecond) }

    /// The earliest time for the next frame.
    var nextTime: MediaTime { due }

    func mayGrab(at now: MediaTime) -> Bool { now >= due }

    /// A frame was begun at `now`.
    mutating func grabbed(at now: MediaTime) { due = max(due + interval, now + interval / 2) }

    private static func interval(_ rate: UInt32) -> Duration { .nanoseconds(1_000_000_000_000 / Int64(max(1, rate))) }
}
