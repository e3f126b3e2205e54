import Platform

/// How much a pusher may send in a second: who sends more is sent away. A value, time passed in.
struct PushAllowance {
    static let messagesPerSecond = 2000
    /// Of sound, in a second: what has times is not held back, so it is counted.
    static let mostSound = Duration.seconds(4)

    private var since = MediaTime.zero
    private var messages = 0
    private var sound = Duration.zero

    /// False when it is too much.
    mutating func take(_ span: Duration, at now: MediaTime) -> Bool {
        if now - since >= .seconds(1) { (since, messages, sound) = (now, 0, .zero) }
        messages += 1
        sound += span
        return messages <= Self.messagesPerSecond && sound <= Self.mostSound
    }
}
