import Platform

/// Gives pictures their presentation times: multiples of the frame interval after the first picture's, each later than the
/// one before.
///
/// Capture times jitter by some milliseconds, and players and tools that count in frames would see two pictures at one time.
/// A picture that comes when the next one is about due gets exactly that time, up to three quarters of an interval off;
/// after a pause it gets the time nearest to its capture time. The error never adds up: each time is reckoned from the
/// capture time, not from the time before.
///
/// Where the grid is ahead of a steady source (after a burst, or a picture between two changes), each picture would wait for its place for ever.
/// Then the grid slips towards the source, by a hundredth of an interval a picture, which no player notices.
struct PictureClock: Sendable {
    private static let tolerance = 0.75
    private static let slipPerPicture = 0.01
    /// How far it may slip, in intervals, until pictures came without waiting for a second: an endless burst keeps to the rate.
    private static let mostSlip = 2.0
    /// What conversion takes is no wait.
    private static let leastWait = Duration.milliseconds(2)

    private var framesPerSecond: FrameRate
    private var first: MediaTime?
    private var lastNumber: Int64 = 0
    /// In intervals.
    private var slipped = 0.0
    /// Pictures in a row that did not wait.
    private var freeCount = 0

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
        nextTime.map { $0 - .nanoseconds(Int64(clamping: Self.tolerance * 1e9 / framesPerSecond.perSecond)) }
    }

    /// Until when a picture may be captured and still get that time; with a later one it stays empty.
    var latestNext: MediaTime? {
        nextTime.map { $0 + .nanoseconds(Int64(clamping: Self.tolerance * 1e9 / framesPerSecond.perSecond)) }
    }

    /// Before `time`, of a picture of something that changed, and only where no other grid has to agree with this one.
    mutating func noteWait(of captureTime: MediaTime) {
        guard let first, let earliestNext else { return }
        guard earliestNext - captureTime > Self.leastWait else {
            freeCount += 1
            if Double(freeCount) >= framesPerSecond.perSecond { slipped = 0 }
            return
        }
        freeCount = 0
        guard slipped < Self.mostSlip else { return }
        slipped += Self.slipPerPicture
        self.first = first - framesPerSecond.interval * Self.slipPerPicture
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

    private func time(of number: Int64, since first: MediaTime) -> MediaTime {
        first + framesPerSecond.time(of: number)
    }
}
