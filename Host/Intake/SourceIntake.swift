import Platform

/// One source as the intake thread sees it: which of its agents is live, and the frames of that on their way to the canvas. That thread only.
final class SourceIntake {
    let feed: SourceFeed
    var succession = Succession()
    var paced: PacedFrames
    /// Its live agent is paused by itself, whichever that is.
    var isPaused = false

    init(_ feed: SourceFeed, milliFramesPerSecond: UInt32, at now: MediaTime) {
        self.feed = feed
        paced = PacedFrames(into: feed.frames, milliFramesPerSecond: milliFramesPerSecond, at: now)
    }

    /// Nothing that came so far is shown any more.
    func withdraw() {
        paced.forget()
        feed.withdraw()
    }
}
