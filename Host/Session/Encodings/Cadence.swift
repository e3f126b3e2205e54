import Platform

/// When a picture is encoded, and which presentation time it gets: damage drives it, up to the frame rate; with nothing new,
/// keep-alives at an idle rate, so that players never starve. A value: it decides, the encoding's thread acts.
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

    /// Frame intervals between pictures of a screen that stands still and is not fine yet.
    private static let settlingCount = 4

    /// How far from the first of those that are aligned another may begin, and count as beginning with it.
    private static let together = Duration.milliseconds(300)

    private var interval: Duration
    private var idleInterval: Duration
    private let usualIdleInterval: Duration
    private var isConstant: Bool
    private var clock: PictureClock
    private var lastEncode: MediaTime?
    /// `nil` where key frames come when they come.
    private let alignment: KeyframeAlignment?
    /// The aligned key frame that is due next.
    private var nextAligned: MediaTime?

    /// - Parameters:
    ///   - framesPerSecond: 1...240.
    ///   - idleFramesPerSecond: above 0.
    ///   - isConstant: encode at the frame rate whether something changed or not.
    ///   - alignment: when the key frames of several encodings are shown.
    init(framesPerSecond: FrameRate, idleFramesPerSecond: Double, isConstant: Bool, alignment: KeyframeAlignment? = nil) {
        self.alignment = alignment
        interval = framesPerSecond.interval
        usualIdleInterval = .nanoseconds(Int64(clamping: 1e9 / idleFramesPerSecond))
        idleInterval = max(interval, usualIdleInterval)
        self.isConstant = isConstant
        clock = PictureClock(framesPerSecond: framesPerSecond)
    }

    /// From the next picture on, at most so many frames a second, 1...240.
    mutating func limit(framesPerSecond: FrameRate) {
        interval = framesPerSecond.interval
        idleInterval = max(interval, usualIdleInterval)
        clock.change(framesPerSecond: framesPerSecond)
    }

    /// What to do at `now`. Nothing is encoded before the first change: there is no picture yet.
    ///
    /// A repaint (another agent's first frame) and a key frame that a target wants need no picture of their own while others
    /// follow each other: an extra one would take the time of the next, and all later ones would wait. So they go along with
    /// the next change, and alone only if none comes within one and a half intervals of the last picture, or if the next time
    /// would stay empty: two sources that draw at the same rate, each at its own phase, leave up to two intervals between the
    /// last picture of one and the first change of the other.
    /// - Parameter isFine: another picture of the same would show nothing better. Otherwise a screen that stands still becomes sharp soon, in
    ///   pictures that come seldom enough not to be in the way of what somebody types.
    func decide(
        at now: MediaTime, hasChange: Bool, hasRepaint: Bool = false, wantsKeyframe: Bool = false, isFine: Bool = true
    ) -> Decision {
        guard let lastEncode, let next = clock.nextTime, let earliest = clock.earliestNext, let latest = clock.latestNext else {
            return hasChange ? .encode(.change) : .wait(until: now + .seconds(3600))
        }
        if let nextAligned, now >= nextAligned { return .encode(hasChange || hasRepaint ? .change : .keyframe) }
        if isConstant {
            guard now >= next else { return .wait(until: next) }
            return .encode(hasChange || hasRepaint ? .change : wantsKeyframe ? .keyframe : .keepAlive)
        }
        let rest = isFine ? idleInterval : min(idleInterval, interval * Self.settlingCount)
        let (alone, idleEnd) = (max(earliest, min(lastEncode + interval * 1.5, latest)), lastEncode + rest)
        if hasChange, now >= earliest { return .encode(.change) }
        if hasRepaint || wantsKeyframe, now >= alone { return .encode(hasRepaint ? .change : .keyframe) }
        if now >= idleEnd { return .encode(.keepAlive) }
        if hasChange { return .wait(until: min(earliest, idleEnd)) }
        let end = hasRepaint || wantsKeyframe ? min(alone, idleEnd) : idleEnd
        return .wait(until: nextAligned.map { min($0, end) } ?? end)
    }

    /// A picture is encoded at `now`, showing what was captured at `captureTime`.
    ///
    /// - Parameter changeCount: how often something changed since the picture before; `nil` where nothing did.
    /// - Returns: its presentation time, later than that of the one before.
    mutating func encoded(at now: MediaTime, captureTime: MediaTime, changeCount: Int? = nil) -> MediaTime {
        let isFirst = lastEncode == nil
        lastEncode = now
        var shown = isConstant ? now : captureTime
        if let changeCount, !isConstant { clock.noteChange(capturedAt: captureTime, count: changeCount, at: now) }
        guard let alignment else { return clock.time(for: shown) }
        // What it shows may have waited for targets, whose audio begins now.
        let origin = alignment.origin(orElse: now)
        // Encoders that are opened one after the other begin together.
        if isFirst, max(now - origin, origin - now) < Self.together { shown = origin }
        let time = clock.time(for: nextAligned.map { now >= $0 ? max($0, shown) : shown } ?? shown, since: origin)
        guard let due = nextAligned, time >= due else {
            if nextAligned == nil { nextAligned = alignment.next(after: time, since: origin) }
            return time
        }
        nextAligned = alignment.next(after: time, since: origin)
        return due
    }

    /// When the next picture is due on the frame grid; `nil` before the first.
    var nextTime: MediaTime? { clock.nextTime }

    /// Whether key frames are aligned with others'.
    var isAligned: Bool { alignment != nil }

    /// Whether what is sent next may begin with a key frame: one that is aligned has its time.
    func mayBeginGOP(at now: MediaTime) -> Bool { alignment == nil || nextAligned.map { now >= $0 } ?? (lastEncode == nil) }

    /// When the next aligned key frame is due, as long as nothing has to be sent before; `nil` where pictures come whether something changes or
    /// not.
    var restEnd: MediaTime? { isConstant ? nil : nextAligned }

    /// A picture goes out at `now` that was encoded before.
    ///
    /// - Parameter shown: the next time on the grid, or a later one.
    /// - Returns: its presentation time, later than that of the one before.
    mutating func spliced(at now: MediaTime, shown: MediaTime) -> MediaTime {
        let usual = isConstant
        defer { isConstant = usual }
        // What is shown counts, not when it goes out.
        isConstant = false
        return encoded(at: now, captureTime: shown)
    }

    /// Whether the picture that is shown at `time` has to be a key frame, since those of other encodings are.
    func isAligned(_ time: MediaTime) -> Bool { alignment?.isDue(at: time) ?? false }

    /// Whether the first picture may be encoded, where others begin together.
    func mayBegin(at now: MediaTime) -> Bool { lastEncode != nil || alignment?.mayBegin(at: now) ?? true }

    /// Whether an encoder that begins anew, with a key frame, would keep to the times of the others.
    func mayBeginAnew(at now: MediaTime) -> Bool { nextAligned.map { now >= $0 } ?? true }

    /// Whether key frames come at their own times alone.
    var keepsKeyframes: Bool { alignment != nil && lastEncode != nil }
}
