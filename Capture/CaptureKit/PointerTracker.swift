import Platform

/// When to ask where the pointer is: X does not report motion, so it is asked at the frame rate while it moves, when something changes on the
/// screen, and ten times a second otherwise.
struct PointerTracker {
    private static let calmAfter = Duration.milliseconds(500)
    private static let calmInterval = Duration.milliseconds(100)

    private var last: PointerPosition?
    private var hasReported = false
    private var lastMotion = MediaTime.zero
    private(set) var nextTime = MediaTime.zero
    /// A frame interval after the last answer.
    private var soonest = MediaTime.zero

    /// The pointer moved, says the screen.
    mutating func noteMotion(at now: MediaTime) {
        lastMotion = now
        noteChange(at: now)
    }

    /// Something changed on the screen: the pointer may well be the cause.
    mutating func noteChange(at now: MediaTime) { nextTime = min(nextTime, max(now, soonest)) }

    /// Forgets what was reported: a new host knows nothing.
    mutating func reset() { (hasReported, nextTime, soonest) = (false, .zero, .zero) }

    /// Handles an answer. True when the position is new.
    /// - Parameter withFrame: it came along with a frame, and so will the next one, unless that one is late.
    mutating func update(_ position: PointerPosition?, at now: MediaTime, frameInterval: Duration, withFrame: Bool = false) -> Bool {
        let isNew = !hasReported || position != last
        if isNew { lastMotion = now }
        (last, hasReported) = (position, true)
        soonest = now + (withFrame ? frameInterval * 1.5 : frameInterval)
        nextTime = now - lastMotion < Self.calmAfter ? soonest : now + Self.calmInterval
        return isNew
    }
}
