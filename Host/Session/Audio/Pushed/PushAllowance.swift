import Platform

/// How much a pusher may send in a second: who sends more is sent away. A value, time passed in.
struct PushAllowance {
    static let messagesPerSecond = 2000
    /// Of audio, in a second: what has times is not held back, so it is counted.
    static let mostAudio = Duration.seconds(4)

    private var since = MediaTime.zero
    private var messages = 0
    private var audio = Duration.zero

    /// False when it is too much.
    mutating func spend(_ span: Duration, at now: MediaTime) -> Bool {
        if now - since >= .seconds(1) { (since, messages, audio) = (now, 0, .zero) }
        messages += 1
        audio += span
        return messages <= Self.messagesPerSecond && audio <= Self.mostAudio
    }
}
