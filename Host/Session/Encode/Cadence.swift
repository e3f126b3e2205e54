import AppGroup

/// When a picture is encoded: damage drives it, up to the frame rate; with nothing new, keep-alives at an idle rate, so that
/// players never starve. A value: it decides, the encode thread acts.
struct Cadence: Sendable {
    enum Reason: Hashable, Sendable {
        /// Something on the canvas changed.
        case change
        /// Nothing did, and the idle interval is over.
        case keepAlive
        /// A target needs a key frame now.
        case keyframe
    }

    enum Decision: Hashable, Sendable {
        case encode(Reason)
        case wait(until: MediaTime)
    }

    let interval: Duration
    let idleInterval: Duration
    let isConstant: Bool
    private var due = MediaTime.zero
    private var lastEncode: MediaTime?

    /// - Parameters:
    ///   - framesPerSecond: 1...240.
    ///   - idleFramesPerSecond: above 0.
    ///   - isConstant: encode at the frame rate whether something changed or not.
    init(framesPerSecond: Int, idleFramesPerSecond: Double, isConstant: Bool) {
        interval = .nanoseconds(1_000_000_000 / Int64(framesPerSecond))
        idleInterval = max(interval, .nanoseconds(Int64(1e9 / idleFramesPerSecond)))
        self.isConstant = isConstant
    }

    /// What to do at `now`. Nothing is encoded before the first change: there is no picture yet.
    func decide(at now: MediaTime, hasChange: Bool, wantsKeyframe: Bool) -> Decision {
        guard let lastEncode else { return hasChange ? .encode(.change) : .wait(until: now + .seconds(3600)) }
        let idleEnd = lastEncode + idleInterval
        let isDue = now >= due
        if isConstant { return isDue ? .encode(hasChange ? .change : wantsKeyframe ? .keyframe : .keepAlive) : .wait(until: due) }
        if isDue, hasChange { return .encode(.change) }
        if isDue, wantsKeyframe { return .encode(.keyframe) }
        if now >= idleEnd { return .encode(.keepAlive) }
        return .wait(until: hasChange || wantsKeyframe ? min(due, idleEnd) : idleEnd)
    }

    /// A picture was encoded at `now`. As in capture, a late one may be followed by an early one, down to half an interval,
    /// so that jitter costs no frame while the average keeps to the rate.
    mutating func encoded(at now: MediaTime) {
        let floor = isConstant ? now : now + interval / 2
        due = lastEncode == nil ? now + interval : max(due + interval, floor)
        lastEncode = now
    }
}
