import Platform

/// What sending has got to; a new connection starts it over, except for time 0.
struct TargetSender {
    var start: MediaTime?
    var takeover = TakeoverSuffix()
    var care = TargetAddressCheck(at: .now())
    var hasBegun = false
    var isReported = false
    /// A paused recording: what comes next follows what was written last.
    var isHeld = false
    var isResuming = false
    /// When the newest packet of this connection is decoded.
    var newest: MediaTime?
    var window = RateWindow(from: .now())

    /// How much of the stream's time a packet adds to what this connection was sent; audio may come behind its picture.
    mutating func advance(to time: MediaTime) -> Duration {
        let before = newest ?? time
        newest = max(before, time)
        return max(.zero, time - before)
    }
}
