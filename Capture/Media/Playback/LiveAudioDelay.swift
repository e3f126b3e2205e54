import Platform

/// How much later than its picture the audio of a live stream is heard: some senders hold it back until a packet is full, and what is late for
/// the mix is not heard at all. A value: time is passed in.
struct LiveAudioDelay {
    /// Later than this, it is not worth waiting for.
    static let most = Duration.seconds(1)
    /// What is kept beyond the latest.
    static let reserve = Duration.milliseconds(20)
    /// So long less was enough before less is taken: little at first, since a stall of the sender or of this machine happens once; twice as long
    /// each time that less was not enough after all.
    static let leastPatience = Duration.seconds(2)
    static let mostPatience = Duration.seconds(16)
    /// A smaller gain is not worth a jump in the audio.
    static let leastGain = Duration.milliseconds(80)

    private(set) var delay = Duration.zero
    /// The most that was needed in the present span, and its start.
    private var worst = Duration.zero
    private var since: MediaTime?
    private var patience = leastPatience
    /// What was kept before less was taken, until it is known whether that is enough.
    private var before: Duration?

    /// - Parameter due: when a block that comes at `now` would be heard with its picture.
    /// - Returns: when it is heard; `nil` where it is too late for that.
    mutating func hear(due: MediaTime, at now: MediaTime) -> MediaTime? {
        let late = now - due
        guard late < Self.most else { return nil }
        let start = since ?? now
        since = start
        worst = max(worst, late + Self.reserve)
        if late > delay {
            // It had been enough.
            if let before, late <= before { patience = min(patience * 2, Self.mostPatience) }
            delay = late + Self.reserve
        }
        if now - start >= patience {
            if delay - worst >= Self.leastGain { (before, delay) = (delay, worst) }
            (worst, since) = (.zero, now)
        }
        return due + delay
    }
}
