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

    private let isLive: Bool
    /// When the picture of time zero was, or would have been, due; `nil` while none is grabbed.
    private var origin: MediaTime?
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

    func isDue(_ time: Duration, at now: MediaTime) -> Bool { dueTime(of: time, at: now).map { now >= $0 } ?? false }

    /// The picture of that time is the one to be grabbed now.
    mutating func show(_ time: Duration, at now: MediaTime) {
        shown = time
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
