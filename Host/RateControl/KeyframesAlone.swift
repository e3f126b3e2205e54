import Platform

/// Whether a target of lesser importance gets key frames alone: it must not slow the others down, and its own link is too slow
/// for what they get. Tried again with all frames after a while, each time later.
struct KeyframesAlone: Sendable {
    private(set) var isOn = false
    private var since = MediaTime.zero
    private var slowSince: MediaTime?
    private var tries = 0

    private static let patience: Duration = .seconds(1)
    private static let firstWait: Duration = .seconds(15)
    private static let longestWait: Duration = .seconds(240)

    /// - Parameters:
    ///   - budget: what the target's link has for the picture, against what the encoder gives.
    ///   - delay: what waits in front of it.
    mutating func handle(budget: Int, encoder: Int, delay: Duration, isLive: Bool, at now: MediaTime) {
        guard isLive else {
            slowSince = nil
            return
        }
        if isOn {
            let wait = min(Self.firstWait * (1 << min(tries, 4)), Self.longestWait)
            guard now - since >= wait, delay < .milliseconds(300) else { return }
            (isOn, since, tries) = (false, now, tries + 1)
            return
        }
        if now - since > .seconds(60) { tries = 0 }
        let isSlow = delay > .milliseconds(700) && budget < encoder * 9 / 10 || delay > .seconds(2)
        slowSince = isSlow ? slowSince ?? now : nil
        if let slowSince, now - slowSince >= Self.patience { (isOn, since, self.slowSince) = (true, now, nil) }
    }
}
