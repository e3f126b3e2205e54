import Platform

/// Holds an agent to the frame rate that the host asked for: a frame that comes sooner waits until it is due, and those that come
/// meanwhile are merged into one. A value: it decides, the intake thread acts.
struct NoticePacing: Sendable {
    /// So many may come at once, as many as an agent can have slots: what a busy machine delays arrives together.
    private static let burst = 8.0
    /// An agent needs that long to hear of another rate.
    private static let grace = Duration.seconds(1)
    private static let windowLength = Duration.seconds(2)
    /// Above so much of the rate a warning is due: clocks that are off, and frames that were late, stay far below it.
    private static let tolerance = 1.5

    private var framesPerSecond: Double
    private var milliFramesPerSecond: UInt32
    private var tokens = NoticePacing.burst
    private var filledAt: MediaTime
    private var windowBegan: MediaTime
    private var noticesInWindow = 0
    private var hasWarned = false

    /// - Parameter milliFramesPerSecond: 1 or more.
    init(milliFramesPerSecond: UInt32, at now: MediaTime) {
        (self.milliFramesPerSecond, framesPerSecond) = (milliFramesPerSecond, Double(milliFramesPerSecond) / 1000)
        (filledAt, windowBegan) = (now, now)
    }

    /// Another agent's notices come from now on.
    mutating func restart(at now: MediaTime) { self = NoticePacing(milliFramesPerSecond: milliFramesPerSecond, at: now) }

    mutating func change(milliFramesPerSecond: UInt32, at now: MediaTime) {
        guard milliFramesPerSecond != self.milliFramesPerSecond else { return }
        (self.milliFramesPerSecond, framesPerSecond) = (milliFramesPerSecond, Double(milliFramesPerSecond) / 1000)
        (windowBegan, noticesInWindow) = (now + Self.grace, 0)
    }

    /// When the newest frame may be shown: not later than `now` for at once.
    mutating func due(at now: MediaTime) -> MediaTime {
        tokens = min(Self.burst, tokens + (now - filledAt).inSeconds * framesPerSecond)
        filledAt = now
        return tokens >= 1 ? now : now + .nanoseconds(Int64(clamping: (1 - tokens) / framesPerSecond * 1e9) + 1)
    }

    mutating func shown() { tokens -= 1 }

    /// Counts a notice.
    ///
    /// - Returns: how many frames a second came, once, when they are too many.
    mutating func noticed(at now: MediaTime) -> Int? {
        guard now >= windowBegan else { return nil }
        noticesInWindow += 1
        let length = now - windowBegan
        guard length >= Self.windowLength else { return nil }
        defer { (windowBegan, noticesInWindow) = (now, 0) }
        let rate = Int(clamping: Double(noticesInWindow) / length.inSeconds)
        guard !hasWarned, Double(noticesInWindow) > length.inSeconds * framesPerSecond * Self.tolerance + Self.burst else { return nil }
        hasWarned = true
        return rate
    }
}
