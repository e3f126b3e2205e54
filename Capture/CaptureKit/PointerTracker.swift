import Platform

/// When to ask where the pointer is: X does not report motion, so it is asked at the frame rate while something moves
/// and ten times a second while nothing does.
struct PointerTracker {
    private static let calmAfter = Duration.milliseconds(500)
    private static let calmInterval = Duration.milliseconds(100)

    private var last: PointerPosition?
    private var hasReported = false
    private var lastActivity = MediaTime.zero
    private(set) var nextTime = MediaTime.zero

    /// Something moved on the screen: the pointer may well be the cause.
    mutating func noteActivity(at now: MediaTime) {
        if now - lastActivity > Self.calmAfter { nextTime = now }
        lastActivity = now
    }

    /// Forgets what was reported: a new host knows nothing.
    mutating func reset() { (hasReported, nextTime) = (false, .zero) }

    /// Handles an answer. True when the position is new.
    /// - Parameter withFrame: it came along with a frame, and so will the next one, unless that one is late.
    mutating func update(_ position: PointerPosition?, at now: MediaTime, frameInterval: Duration, withFrame: Bool = false) -> Bool {
        let isNew = !hasReported || position != last
        if isNew { lastActivity = now }
        (last, hasReported) = (position, true)
        let interval = withFrame ? frameInterval * 1.5 : frameInterval
        nextTime = now + (now - lastActivity < Self.calmAfter ? interval : Self.calmInterval)
        return isNew
    }
}
