public import Platform

/// Which degradation level a stream stands on: one down when the link has long had too little for the present one, one up when it has
/// long had enough for the next, and each return that failed makes the next one later. Belongs to one thread.
public struct DegradationLevels: Sendable {
    /// From the top, each with the share of the floor below which it is left.
    private let ladder: [(level: DegradationLevel, share: Double)]
    private var position = 0
    private var since: MediaTime?
    private var shortSince: MediaTime?
    private var ampleSince: MediaTime?
    private var returns = 0
    private var lastReturn: MediaTime?

    private static let downPatience: Duration = .seconds(2)
    private static let upPatience: Duration = .seconds(3)
    /// What a still and the encoder's least come to, in bits a second.
    private static let stillBitRate = 40_000.0

    /// - Parameters:
    ///   - framesPerSecond: of the full stream.
    ///   - hasPicture: false for a stream of audio alone, which has one degradation level.
    public init(framesPerSecond: FrameRate, mayLowerSize: Bool, hasPicture: Bool = true) {
        guard hasPicture else {
            ladder = [(.soundAlone, 0)]
            return
        }
        var steps: [(DegradationLevel, Double)] = [(.full, 1)]
        for (frames, share) in zip(FrameRateSteps.below(framesPerSecond), [0.6, 0.35]) { steps.append((.lessFrames(frames), share)) }
        if mayLowerSize { steps.append((.lowerSize(percent: 50), 0.2)) }
        ladder = (steps + [(.poorPicture, 0), (.soundAlone, 0)]).map { (level: $0.0, share: $0.1) }
    }

    public var level: DegradationLevel { ladder[position].level }

    /// The frames a second that the present degradation level allows; `nil` for all.
    public var mostFrames: FrameRate? {
        for step in ladder[...position].reversed() { if case .lessFrames(let rate) = step.level { return rate } }
        return nil
    }

    /// What the picture gets on this degradation level.
    ///
    /// On the degradation levels below the top the floor no longer holds: fewer frames need fewer bits.
    public func bitRate(for budget: Int, _ limits: BitRateLimits) -> Int {
        guard position > 0 else { return limits.clamp(Double(budget)) }
        return min(max(budget, Int(need(position, limits)), BitRateLimits.possible.lowerBound), limits.floor)
    }

    /// - Parameters:
    ///   - budget: what the link has for the picture.
    ///   - isOverrun: the encoder cannot give so little: a degradation level down helps where a bit rate does not.
    /// - Returns: whether the degradation level has changed.
    public mutating func handle(budget: Int, limits: BitRateLimits, isOverrun: Bool = false, at now: MediaTime) -> Bool {
        let budget = Double(budget)
        if since == nil { since = now }
        let isShort = position + 1 < ladder.count && (budget < 0.97 * need(position, limits) || isOverrun)
        let isAmple = position > 0 && !isShort && budget >= need(position - 1, limits)
        shortSince = isShort ? shortSince ?? now : nil
        ampleSince = isAmple ? ampleSince ?? now : nil
        if let shortSince, now - shortSince >= Self.downPatience, now - since! >= Self.downPatience {
            if let lastReturn, now - lastReturn < .seconds(20) { returns += 1 }
            lastReturn = nil
            move(to: position + 1, at: now)
            return true
        }
        if let ampleSince, now - ampleSince >= upPatience, now - since! >= upPatience {
            move(to: position - 1, at: now)
            lastReturn = now
            return true
        }
        if position == 0, now - since! > .seconds(120) { returns = 0 }
        return false
    }

    private var upPatience: Duration { min(Self.upPatience * (1 << min(returns, 5)), .seconds(60)) }

    private mutating func move(to position: Int, at now: MediaTime) {
        (self.position, since, shortSince, ampleSince) = (position, now, nil, nil)
    }

    private func need(_ position: Int, _ limits: BitRateLimits) -> Double {
        switch ladder[position].level {
        case .soundAlone: 0
        case .poorPicture: Self.stillBitRate
        default: max(Self.stillBitRate * 1.5, ladder[position].share * Double(limits.floor))
        }
    }
}
