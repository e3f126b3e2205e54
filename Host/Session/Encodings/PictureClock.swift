import Platform

/// Gives pictures their presentation times: multiples of the frame interval after the first picture's, each later than the
/// one before.
///
/// Capture times jitter by some milliseconds, and players and tools that count in frames would see two pictures at one time.
/// A picture that comes when the next one is about due gets exactly that time, up to three quarters of an interval off;
/// after a pause it gets the time nearest to its capture time. The error never adds up: each time is reckoned from the
/// capture time, not from the time before.
///
/// The grid may be ahead of a steady source (after a burst, or a picture between two changes), and each picture would wait for its place for ever.
/// They may come earlier then, little by little, with the times that they have anyway. Where several sources fill all places, each picture shows
/// what came last of each: one that comes just when pictures begin would be shown twice at one time and not at all at another, so they begin later.
struct PictureClock: Sendable {
    private static let tolerance = 0.75
    /// How much earlier than by the tolerance, in intervals.
    private static let leadRange = -0.5...1.0
    private static let earlierPerPicture = 0.01
    private static let laterPerPicture = 0.03
    /// What conversion takes is no wait.
    private static let leastWait = Duration.milliseconds(2)
    /// By how much a steady source jitters.
    private static let jitter = Duration.milliseconds(4)

    private var framesPerSecond: FrameRate
    private var first: MediaTime?
    private var lastNumber: Int64 = 0
    private var lead = 0.0

    init(framesPerSecond: FrameRate) { self.framesPerSecond = framesPerSecond }

    /// Another grid from the last picture on.
    mutating func change(framesPerSecond: FrameRate) {
        if let first { (self.first, lastNumber) = (time(of: lastNumber, since: first), 0) }
        self.framesPerSecond = framesPerSecond
    }

    /// When the next picture is due on the grid; it may come early by the tolerance. `nil` before the first.
    var nextTime: MediaTime? { first.map { time(of: lastNumber + 1, since: $0) } }

    /// The earliest time for the next picture: the frame rate is never exceeded over time.
    var earliestNext: MediaTime? {
        nextTime.map { $0 - time(ofIntervals: Self.tolerance + lead) }
    }

    /// Until when a picture may be captured and still get that time; with a later one it stays empty.
    var latestNext: MediaTime? {
        nextTime.map { $0 + time(ofIntervals: Self.tolerance) }
    }

    /// A picture of something that changed begins at `now`: before `time`.
    ///
    /// - Parameters:
    ///   - captureTime: when the newest of what changed was captured.
    ///   - count: how often something changed since the picture before.
    mutating func noteChange(capturedAt captureTime: MediaTime, count: Int, at now: MediaTime) {
        guard let earliestNext else { return }
        if count > 1 {
            if now - captureTime < Self.jitter { lead = max(Self.leadRange.lowerBound, lead - Self.laterPerPicture) }
        } else if earliestNext - captureTime > Self.leastWait {
            lead = min(Self.leadRange.upperBound, lead + Self.earlierPerPicture)
        }
    }

    /// - Parameter origin: where the grid begins; `nil` for the first picture.
    mutating func time(for captureTime: MediaTime, since origin: MediaTime? = nil) -> MediaTime {
        guard let first else {
            let begin = origin ?? captureTime
            lastNumber = Int64(clamping: ((captureTime - begin).inSeconds * framesPerSecond.perSecond).rounded())
            first = begin
            return time(of: lastNumber, since: begin)
        }
        let exact = (captureTime - first).inSeconds * framesPerSecond.perSecond
        let next = lastNumber + 1
        lastNumber = abs(exact - Double(next)) <= Self.tolerance ? next : max(next, Int64(clamping: exact.rounded()))
        return time(of: lastNumber, since: first)
    }

    private func time(ofIntervals count: Double) -> Duration { .nanoseconds(Int64(clamping: count * 1e9 / framesPerSecond.perSecond)) }

    private func time(of number: Int64, since first: MediaTime) -> MediaTime {
        first + framesPerSecond.time(of: number)
    }
}
