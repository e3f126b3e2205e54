public import Platform

/// Sets the one encoder by the links of all targets: the slowest important one governs, slower ones of lesser importance get
/// key frames alone. Reads no clock; belongs to one thread.
public struct RateController: Sendable {
    /// Whether a target's link may lower the quality for everyone.
    public enum Importance: String, Sendable, Hashable {
        case important, other
    }

    private struct Seat {
        var importance: Importance
        var controller: BitRateController
        var alone = KeyframesAlone()
        var isLive = false
    }

    public private(set) var limits: BitRateLimits
    private let audioBitRate: Int
    private let mayLowerSize: Bool
    private var seats: [Int: Seat] = [:]
    private var levels: DegradationLevels
    private var follow: EncoderFollow
    private var poor = PoorNetwork()
    private var budget: Int
    private var told: Int
    private var toldTime: MediaTime?
    private var complaints = 0
    private var complaintTime = MediaTime.zero

    /// A complaint about the encoder is no event before it was told that often again.
    private static let patience = 2

    /// - Parameters:
    ///   - soundBitRate: bits a second, 0 without audio.
    ///   - mayLowerSize: whether `lowerSize` is one of the degradation levels: some players cannot follow.
    public init(limits: BitRateLimits, soundBitRate: Int, framesPerSecond: FrameRate, mayLowerSize: Bool) {
        (self.limits, audioBitRate, self.mayLowerSize) = (limits, soundBitRate, mayLowerSize)
        levels = DegradationLevels(framesPerSecond: framesPerSecond, mayLowerSize: mayLowerSize)
        follow = EncoderFollow(bitRate: limits.initial)
        (budget, told) = (limits.initial, limits.initial)
    }

    /// A target joins; one with this number that is there already changes its importance alone.
    public mutating func add(_ id: Int, _ importance: Importance) {
        if seats[id] != nil {
            seats[id]!.importance = importance
        } else {
            seats[id] = Seat(importance: importance, controller: BitRateController(limits: limits, soundBitRate: audioBitRate))
        }
    }

    public mutating func remove(_ id: Int) { seats[id] = nil }

    public func isImportant(_ id: Int) -> Bool { seats[id]?.importance == .important }

    /// The user's latest setting.
    public mutating func setLimits(_ limits: BitRateLimits) {
        // What was held back by the ceiling alone follows it up.
        budget = budget >= self.limits.ceiling * 98 / 100 ? limits.ceiling : min(budget, limits.ceiling)
        self.limits = limits
        for id in seats.keys { seats[id]!.controller.setLimits(limits) }
    }

    /// Frames a second while nothing is left out, from now on.
    public mutating func setFrameRate(_ framesPerSecond: FrameRate) {
        levels = DegradationLevels(framesPerSecond: framesPerSecond, mayLowerSize: mayLowerSize)
    }

    /// - Parameters:
    ///   - samples: one of each target that has been added; others are passed over.
    ///   - encodedBitRate: of the picture, as it was sent over the last second, in bits a second.
    ///   - isOfEncoder: whether it came out of the encoder, and not of a clip.
    public mutating func handle(
        _ samples: [Int: LinkSample], encodedBitRate: Int, isOfEncoder: Bool = true, at now: MediaTime
    ) -> RateDecision {
        var events: [LinkEvent] = []
        for (id, sample) in samples.sorted(by: { $0.key < $1.key }) {
            guard var seat = seats[id] else { continue }
            _ = seat.controller.handle(sample, encodedBitRate: encodedBitRate, at: now)
            seat.isLive = sample.isLive
            if seat.importance == .other, hasImportant {
                let wasAlone = seat.alone.isOn
                seat.alone.handle(
                    budget: seat.controller.budget, encoder: told, delay: seat.controller.delay, isLive: sample.isLive, at: now)
                if seat.alone.isOn != wasAlone { events.append(seat.alone.isOn ? .keyframesOnly(target: id) : .allFrames(target: id)) }
            }
            seats[id] = seat
        }
        let governing = slowest
        // Without a live target everything stays as it is: nothing was learnt.
        if let governing { budget = seats[governing]!.controller.budget }
        let before = levels.level
        let verdict = isOfEncoder ? follow.handle(encodedBitRate, at: now) : follow.wait(at: now)
        if levels.handle(budget: budget, limits: limits, isOverrun: verdict == .tooMuch && complaints >= Self.patience, at: now) {
            events.append(.level(from: before, to: levels.level))
        }
        let delay = governing.map { seats[$0]!.controller.delay } ?? .zero
        if poor.handle(budget: budget, limits: limits, delay: delay, level: levels.level, at: now) {
            events.append(poor.isPoor ? .poor(target: governing, bitRate: told) : .recovered(bitRate: told))
        }
        let repeats = tell(levels.bitRate(for: budget, limits), verdict, encodedBitRate, &events, at: now)
        return RateDecision(
            bitRate: told, level: levels.level, mostFramesPerSecond: levels.mostFrames,
            keyframesOnly: Set(seats.filter { $0.value.importance == .other && $0.value.alone.isOn && hasImportant }.keys),
            encoder: verdict, repeatsBitRate: repeats, governing: governing, events: events)
    }

    private var hasImportant: Bool { seats.values.contains { $0.importance == .important } }

    /// The live target with the least, among the important ones if there are any.
    private var slowest: Int? {
        seats.filter { $0.value.isLive && ($0.value.importance == .important || !hasImportant) }
            .min { ($0.value.controller.budget, $0.key) < ($1.value.controller.budget, $1.key) }?.key
    }

    /// True when the encoder must be told again what it was told before.
    private mutating func tell(
        _ bitRate: Int, _ verdict: EncoderFollow.Verdict, _ encoded: Int, _ events: inout [LinkEvent], at now: MediaTime
    ) -> Bool {
        if bitRate != told || toldTime == nil {
            (told, toldTime) = (bitRate, now)
            follow.tell(bitRate, at: now)
            return false
        }
        // A still and no picture at all give what they give.
        guard levels.level != .poorPicture, levels.level != .soundAlone else { return false }
        switch verdict {
        case .settling: return false
        case .follows:
            complaints = 0
            return false
        case .tooMuch, .tooLittle, .silent:
            guard now - complaintTime >= .seconds(3) else { return false }
            complaintTime = now
            complaints += 1
            // One that gives less may have a picture that needs no more: told again it is, and people are not.
            if complaints == Self.patience, verdict != .tooLittle { events.append(.encoder(verdict, bitRate: told, encoded: encoded)) }
            if verdict != .silent { follow.tell(bitRate, at: now) }
            return true
        }
    }
}
