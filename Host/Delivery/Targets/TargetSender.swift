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
    var windowStart = MediaTime.now()
    var windowBytes = 0
}
