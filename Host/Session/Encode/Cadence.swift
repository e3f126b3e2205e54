import AppGroup

/// When a picture is encoded, and which presentation time it gets: damage drives it, up to the frame rate; with nothing new,
/// keep-alives at an idle rate, so that players never starve. A value: it decides, the encode thread acts.
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

    private let idleInterval: Duration
    private let isConstant: Bool
    private var clock: PictureClock
    private var lastEncode: MediaTime?

    /// - Parameters:
    ///   - framesPerSecond: 1...240.
    ///   - idleFramesPerSecond: above 0.
    ///   - isConstant: encode at the frame rate whether something changed or not.
    init(framesPerSecond: Int, idleFramesPerSecond: Double, isConstant: Bool) {
        idleInterval = max(.nanoseconds(1_000_000_000 / Int64(framesPerSecond)), .nanoseconds(Int64(1e9 / idleFramesPerSecond)))
        self.isConstant = isConstant
        clock = PictureClock(framesPerSecond: framesPerSecond)
    }

    /// What to do at `now`. Nothing is encoded before the first change: there is no picture yet.
    func decide(at now: MediaTime, hasChange: Bool, wantsKeyframe: Bool) -> Decision {
        guard let lastEncode, let place = clock.nextPlaceTime, let earliest = clock.earliestNext else {
            return hasChange ? .encode(.change) : .wait(until: now + .seconds(3600))
        }
        if isConstant {
            guard now >= place else { return .wait(until: place) }
            return .encode(hasChange ? .change : wantsKeyframe ? .keyframe : .keepAlive)
        }
        let idleEnd = lastEncode + idleInterval
        if now >= earliest, hasChange { return .encode(.change) }
        if now >= earliest, wantsKeyframe { return .encode(.keyframe) }
        if now >= idleEnd { return .encode(.keepAlive) }
        return .wait(until: hasChange || wantsKeyframe ? min(earliest, idleEnd) : idleEnd)
    }

    /// A picture is encoded at `now`, showing what was captured at `captureTime`.
    ///
    /// - Returns: its presentation time, later than that of the one before.
    mutating func encoded(at now: MediaTime, captureTime: MediaTime) -> MediaTime {
        lastEncode = now
        return clock.time(for: isConstant ? now : captureTime)
    }
}
