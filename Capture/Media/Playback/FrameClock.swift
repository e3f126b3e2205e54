import Platform

/// When pictures are shown. A value: time is passed in.
///
/// By its times, a video runs as long as its pictures are grabbed: the clock starts when the first picture is grabbed, stands still when a
/// picture was not grabbed for half a second (the agent is paused, or waits behind another), and goes on from there. A video that
/// cannot be decoded in time runs late rather than ever later.
///
/// Live, each picture is due when it comes.
struct FrameClock {
    /// After so long without a grab the clock stands still.
    static let patience = Duration.milliseconds(500)
    /// Later than this, the clock is set anew instead of skipping pictures for ever.
    static let mostLateness = Duration.milliseconds(500)
    /// Live, pictures come unevenly: what they say of the sender's clock is averaged over some twenty, unless it is off by more than this.
    static let mostUnevenness = Duration.milliseconds(200)
    private static let weight = 0.05

    let isLive: Bool
    /// When the picture of time zero was, or would have been, due; `nil` while none is grabbed.
    private var origin: MediaTime?
    /// Live: when the picture of time zero came, or would have come.
    private var sender: MediaTime?
    private var shown = Duration.zero
    /// Since when the picture shown waits to be grabbed.
    private var waitingSince: MediaTime?

    init(isLive: Bool) { self.isLive = isLive }

    /// When a picture is due, as things are at `now`; `nil` for not before one is grabbed.
    func dueTime(of time: Duration, at now: MediaTime) -> MediaTime? {
        if isLive { return .zero }
        if let waitingSince, now - waitingSince > Self.patience { return nil }
        return origin.map { $0 + time }
    }

    /// Pictures are grabbed.
    func isRunning(at now: MediaTime) -> Bool { origin != nil && waitingSince.map { now - $0 <= Self.patience } ?? true }

    /// When audio that lies at that time among the pictures is to be heard; `nil` while none is grabbed.
    func hearingTime(of time: Duration, at now: MediaTime) -> MediaTime? {
        guard isRunning(at: now) else { return nil }
        return (isLive ? sender : origin).map { $0 + time }
    }

    func isDue(_ time: Duration, at now: MediaTime) -> Bool { dueTime(of: time, at: now).map { now >= $0 } ?? false }

    /// The picture of that time is the one to be grabbed now.
    mutating func show(_ time: Duration, at now: MediaTime) {
        shown = time
        let found = now - time
        let error = sender.map { found - $0 }
        let isNear = error.map { $0 < Self.mostUnevenness && .zero - $0 < Self.mostUnevenness } ?? false
        sender = isNear ? sender.map { $0 + (error ?? .zero) * Self.weight } : found
        if waitingSince == nil { waitingSince = now }
        if let origin, now - (origin + time) > Self.mostLateness { self.origin = now - time }
    }

    /// The picture shown was grabbed.
    mutating func grabbed(at now: MediaTime) {
        let wasLeft = waitingSince.map { now - $0 > Self.patience } ?? false
        if origin == nil || wasLeft { origin = now - shown }
        waitingSince = nil
    }
}
