public import Platform

/// Makes the picture's bit rate follow one link: samples in, decisions out. Reads no clock and belongs to one thread.
///
/// Down at once, and to what was seen to get through, so that one measure suffices; further down while what has piled up
/// drains, so that viewers catch up. Where nothing gets through at all, down by halves, and back to where it was. Up by what
/// key frames show, since they fill the link for a moment; where they show nothing, in small steps, and only as far as what was
/// really sent is proof: an idle desktop fills no link. A climb that failed is not repeated soon, and each time later.
public struct BitRateController: Sendable {
    public private(set) var limits: BitRateLimits
    private let audioBitRate: Double
    private var meter = LinkMeter()
    /// Bits a second that the link has for the picture: may lie below the floor.
    private var target: Double
    private var usage = ExtremeOfLate<Double>(.greatest, span: .seconds(10))
    /// What got through while nothing waited.
    private var calm = ExtremeOfLate<Double>(.greatest, span: .seconds(4))
    private var isDraining = false
    private var drainStart = MediaTime.zero
    private var cut: Cut?
    private var raise: Raise?
    /// The bit rate before a stall, and when it was last stalled.
    private var before: (bitRate: Double, at: MediaTime)?
    private var memory = ClimbMemory()
    private var limitsChanged = false
    private var wasLive = false

    /// The last step down.
    private struct Cut {
        let at: MediaTime
        /// What got through then, and how long what waited would have taken.
        let capacity: Double
        let delay: Double
        /// Less was wanted, but one measure is not trusted with that much.
        let isPartial: Bool
        let delivered: Int
        /// What was to be sent before all this, picture, audio and packaging together.
        let sent: Double
    }

    /// The last step up.
    private struct Raise {
        let at: MediaTime
        let reason: BitRateDecision.Reason
    }

    // Delays in seconds, on top of the link's own.
    /// No key frame explains that much.
    private static let hardDelay = 0.7
    private static let softDelay = 0.25
    private static let standingDelay = 0.2
    /// Of what a link carries, what is used.
    static let share = 0.92
    /// For tags, chunks and the like, on top of the picture.
    private static let packaging = 1.03

    /// - Parameter soundBitRate: bits a second that the audio takes; they come first. 0 without audio.
    public init(limits: BitRateLimits, soundBitRate: Int) {
        (self.limits, audioBitRate, target) = (limits, Double(soundBitRate), Double(limits.initial))
    }

    /// For the encoder, within the limits.
    public var bitRate: Int { limits.clamp(target) }
    /// What the link has for the picture; below the floor where it carries less than that.
    public var budget: Int { Int(clamping: target) }
    /// How long what waits will take to get through.
    public var delay: Duration { .seconds(meter.delay) }

    /// The user's latest setting; counts from the next sample on.
    public mutating func setLimits(_ limits: BitRateLimits) {
        limitsChanged = limits != self.limits
        // Held back by the user alone, it goes where the user says; a link that cannot carry that is found out at once.
        let isHeldBack = target >= Double(self.limits.ceiling) * 0.98 && !isDraining && meter.delay < Self.softDelay
        self.limits = limits
        target = isHeldBack ? Double(limits.ceiling) : min(target, Double(limits.ceiling))
    }

    /// - Parameters:
    ///   - sample: of the target, later than the one before.
    ///   - encodedBitRate: of the picture, as it came out of the encoder over the last second, in bits a second.
    public mutating func handle(_ sample: LinkSample, encodedBitRate: Int, at now: MediaTime) -> BitRateDecision {
        guard sample.isLive else {
            if wasLive { interrupt() }
            wasLive = false
            return decision(limitsChanged ? .limits : .hold)
        }
        if !wasLive { memory.start(at: now) }
        wasLive = true
        usage.add(Double(encodedBitRate), at: now)
        meter.add(sample, planned: total(target))
        if meter.delay < 0.1 + meter.leastRoundTrip { calm.add(meter.lately, at: now) }
        let offered = total(max(target, Double(encodedBitRate)))
        if let capacity = overload(offered, at: now), slowDown(to: capacity, at: now) { return decision(.congestion) }
        if isDraining { return decision(drain(at: now)) }
        return decision(climb(Double(encodedBitRate), at: now))
    }

    private mutating func interrupt() {
        meter.reset()
        (isDraining, cut, raise, before) = (false, nil, nil, nil)
    }

    private mutating func decision(_ reason: BitRateDecision.Reason) -> BitRateDecision {
        let shown = limitsChanged && reason == .hold ? .limits : reason
        limitsChanged = false
        return BitRateDecision(
            bitRate: bitRate, budget: budget, reason: shown, delay: delay,
            capacity: (meter.flow.flatMap { $0.span >= 0.4 ? $0.bitRate : nil } ?? meter.shownByBursts).map { Int($0) })
    }

    private func total(_ video: Double) -> Double { (video + audioBitRate) * Self.packaging }
    private func video(_ total: Double) -> Double { max(0, total / Self.packaging - audioBitRate) }

    // MARK: Down

    /// What the link carries, if that is less than what is sent.
    private func overload(_ offered: Double, at now: MediaTime) -> Double? {
        let own = meter.leastRoundTrip
        guard let flow = meter.flow else { return nil }
        let isHard = meter.delay > Self.hardDelay + own
        let isSlow = flow.span >= 0.5 && meter.delay > Self.softDelay + own && flow.bitRate < 0.97 * offered
        // So much too little that a shorter measure will do; a pause is none.
        let isPlain = flow.span >= 0.3 && meter.delay > Self.softDelay + own && flow.bitRate < 0.7 * offered && !meter.isStalled && !meter.repeats
        let isStanding = (meter.delays(over: .milliseconds(1200))?.lowerBound ?? 0) > Self.standingDelay + own && meter.growth > -0.03
        guard isHard || isSlow || isPlain || isStanding else { return nil }
        // Just after a stall, the little that waited is no measure.
        guard flow.span >= 0.3 else { return nil }
        if let cut {
            // The encoder takes up to 2 s to follow, and only then does the link show what became of it.
            let isWorse = flow.span >= 0.4 && flow.bitRate < (meter.repeats ? 0.5 : 0.8) * cut.capacity || meter.delay > cut.delay + 1
            let patience: Duration =
                meter.isStalled ? .seconds(meter.repeats ? 2 : 1) : isWorse || cut.isPartial ? .milliseconds(400) : .milliseconds(2500)
            guard now - cut.at >= patience else { return nil }
        }
        return flow.bitRate
    }

    /// False when the rate is low enough already.
    private mutating func slowDown(to capacity: Double, at now: MediaTime) -> Bool {
        let isHard = meter.delay > Self.hardDelay + meter.leastRoundTrip
        let isStall = meter.isStalled
        let climb = raise.flatMap { now - $0.at < .seconds(8) && $0.reason != .drained ? $0.reason : nil }
        // A step too far: what got through without waiting just before is proven, unless the link is plainly another one now; a
        // link that repeats what it loses carries less when it is full.
        let hasFallen = !meter.repeats && capacity < 0.5 * (calm.value ?? 0)
        let proven = climb == nil || isHard || hasFallen ? capacity : max(capacity, calm.value ?? 0)
        // A stall says nothing about what the link carries, so it leads no further down than to the floor.
        let wanted =
            isStall
            ? max(target / 2, min(target, Double(limits.floor)))
            : video(proven * (isHard ? Self.drainingShare(meter.delay) : Self.share - 0.01))
        let sent = max(total(target), isDraining ? cut?.sent ?? 0 : 0)
        if isHard || isStall, !isDraining { (isDraining, drainStart) = (true, now) }
        guard wanted < target * 0.98 else { return false }
        before = isStall ? (max(target, before?.bitRate ?? 0), now) : nil
        memory.fail(at: now, capacity: isStall ? nil : proven, after: climb, isBelowFloor: isBelowFloor)
        meter.forgetBursts()
        let next = max(wanted, target * 0.35)
        cut = Cut(
            at: now, capacity: capacity, delay: meter.delay, isPartial: next > wanted, delivered: meter.delivered, sent: sent)
        raise = nil
        target = next
        return true
    }

    /// So that what waits is gone after some 3 s.
    private static func drainingShare(_ delay: Double) -> Double { max(0.3, share - max(0, delay - 0.1) / 3) }

    private var isBelowFloor: Bool { target < Double(limits.floor) }

    // MARK: Up

    /// What has piled up goes out: what gets through meanwhile is what the link carries.
    private mutating func drain(at now: MediaTime) -> BitRateDecision.Reason {
        let isOver = meter.delay < 0.3 + meter.leastRoundTrip
        guard !meter.isStalled, let cut, now - (raise?.at ?? cut.at) >= .milliseconds(500) else { return .hold }
        if isOver || now - drainStart > .seconds(15) { isDraining = false }
        guard let carried = flowing ?? (isOver ? carried(since: cut, at: now) : nil) else { return .hold }
        // The encoder takes 4 s to go up, so it may begin before all is gone.
        let most = max(target * 2, 200_000, 0.9 * (before?.bitRate ?? 0))
        let goal = min(video(carried * (isOver ? Self.share : Self.drainingShare(meter.delay))), most, Double(limits.ceiling))
        guard goal > target * 1.1 else { return .hold }
        memory.carried(carried)
        (target, raise) = (goal, Raise(at: now, reason: .drained))
        return .drained
    }

    /// Through a queue that was never empty.
    private var flowing: Double? { meter.flow.flatMap { $0.span >= 0.5 ? $0.bitRate : nil } }

    /// The least that the link carries, since so much of what waited is gone.
    private func carried(since cut: Cut, at now: MediaTime) -> Double? {
        guard meter.delivered > cut.delivered else { return nil }
        let bitRate = Double(meter.delivered - cut.delivered) * 8 / (now - cut.at).inSeconds
        // Where one lost packet holds up the others, much that had arrived long before counts only now.
        return meter.repeats ? min(bitRate, cut.sent) : bitRate
    }

    private mutating func climb(_ encoded: Double, at now: MediaTime) -> BitRateDecision.Reason {
        let own = meter.leastRoundTrip
        guard target < Double(limits.ceiling), let late = meter.delays(over: .seconds(1)) else { return .hold }
        guard late.upperBound < 0.5 + own, late.lowerBound < 0.12 + own, meter.recentlyDropped == 0 else { return .hold }
        if let before = before.take(), now - before.at < .seconds(30), before.bitRate * 0.9 > target * 1.1 {
            return go(to: min(before.bitRate * 0.9, Double(limits.ceiling)), .drained, at: now)
        }
        if let cut, now - cut.at < .seconds(4) { return .hold }
        if let raise, now - raise.at < .seconds(1) { return .hold }
        let known = memory.bound(at: now, isBelowFloor: isBelowFloor).map { video(Self.share * $0) } ?? .infinity
        if let shown = meter.shownByBursts {
            let goal = min(video(Self.share * shown), memory.trusts(shown, at: now) ? .infinity : known, Double(limits.ceiling))
            if goal >= target * 1.04 || goal == Double(limits.ceiling) {
                return go(to: min(goal, max(target * 1.25, target + 50_000)), .capacity, at: now)
            }
            // A sender's own window may be what the bursts have met, so once in a while it is tried.
            guard encoded >= 0.8 * target, memory.mayProbe(at: now), raise.map({ now - $0.at >= .seconds(2) }) ?? true else { return .hold }
            return go(to: min(target * 1.04, Double(limits.ceiling)), .probe, at: now)
        }
        // What is really sent gets through: it proves that much, and some more may be tried.
        guard encoded >= 0.6 * target || isBelowFloor else { return .hold }
        let proven = max(1.5 * (usage.value ?? 0), Double(limits.floor))
        let goal = min(proven, known, Double(limits.ceiling), max(target * 1.08, target + 30_000))
        return goal >= target * 1.02 || goal == Double(limits.ceiling) ? go(to: goal, .probe, at: now) : .hold
    }

    private mutating func go(to rate: Double, _ reason: BitRateDecision.Reason, at now: MediaTime) -> BitRateDecision.Reason {
        raise = Raise(at: now, reason: reason)
        target = rate
        return reason
    }
}
