import Platform

/// When the next frame may be grabbed: at once after a pause, and never more than the frame rate over time.
///
/// Time is cut into ticks of one frame interval; each grab takes one, and may do so up to half an interval early: a source
/// that draws at exactly the frame rate, with jitter, loses no frame to the jitter. A late grab moves no tick, so that one
/// hiccup does not delay all that follows.
///
/// Where a steady source had to wait (after a burst, say), the ticks slip towards it by half a percent a frame, until it
/// need not wait any more: seconds later each frame is grabbed the moment it is drawn. The slip is bounded, so that an endless
/// burst still keeps to the rate.
struct Pacing: Sendable {
    /// How far the ticks may slip, in intervals, until grabs went without waiting for a second.
    private static let mostSlip = 0.5
    private static let slipPerFrame = 0.005

    private var interval: Duration
    /// Where tick 0 begins.
    private var origin = MediaTime.zero
    private var lastTick: Int64 = -1
    private var slipped = 0.0
    private var freeGrabs: Int64 = 0

    /// - Parameter milliFramesPerSecond: frames a second in thousandths, 1...240,000.
    init(milliFramesPerSecond: UInt32) { interval = Self.interval(milliFramesPerSecond) }

    /// Ticks are counted anew.
    mutating func setRate(milliFramesPerSecond: UInt32) { self = Pacing(milliFramesPerSecond: milliFramesPerSecond) }

    /// The earliest time for the next frame.
    var nextTime: MediaTime { origin + interval * Int(lastTick + 1) - interval / 2 }

    func mayGrab(at now: MediaTime) -> Bool { now >= nextTime }

    /// A frame was begun at `now`; `hadToWait` says that something had changed before it was allowed.
    mutating func grabbed(at now: MediaTime, hadToWait: Bool) {
        let tick = (now - origin).inNanoseconds / interval.inNanoseconds
        if tick > lastTick + 1000 {
            // A long pause, or the first frame: ticks begin here.
            (origin, lastTick) = (now, 0)
        } else {
            lastTick = max(lastTick + 1, tick)
        }
        freeGrabs = hadToWait ? 0 : freeGrabs + 1
        if interval * Int(freeGrabs) >= .seconds(1) { slipped = 0 }
        guard hadToWait, slipped < Self.mostSlip else { return }
        slipped += Self.slipPerFrame
        origin = origin - interval * Self.slipPerFrame
    }

    private static func interval(_ rate: UInt32) -> Duration { .nanoseconds(1_000_000_000_000 / Int64(max(1, rate))) }
}
