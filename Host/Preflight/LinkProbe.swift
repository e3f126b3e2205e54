import Platform

/// An upload test's decisions: samples in, the next rate or the end out. Knows no clock and no socket.
///
///     rising ──too little gets through──► full ──► finished           (`filling`)
///     rising ──too little gets through──► draining ──► halving ──► finished   (`halving`)
///
/// Each rate is judged over 0.4 s, which begin a round trip after it was chosen, since what is acknowledged until then belongs to
/// the one before.
public struct LinkProbe: Sendable {
    public enum Decision: Hashable, Sendable {
        case send(bitsPerSecond: Int)
        case finished(ProbeEnding)
    }

    private enum Stage: Hashable { case rising, full, draining, halving, finished(ProbeEnding) }

    /// Where a look at a rate begins.
    private typealias Window = ProbeSample

    private static let look: Duration = .milliseconds(400)
    /// What must get through of what is sent.
    private static let share = 0.9
    /// Two rates closer than this are the same.
    private static let close = 1.12
    /// Of packets that have to be sent again: more means that the link throws away what it cannot carry.
    private static let bearableLoss = 0.06
    private static let least = 100_000.0
    private let plan: ProbePlan
    private var stage = Stage.rising
    private var rate: Double
    private var start: MediaTime?
    /// When the present rate was chosen.
    private var chosen: MediaTime?
    private var window: Window?
    private var leastRoundTrip: Duration?
    /// The highest rate that got through, and what was delivered of it.
    private var best: (rate: Double, delivered: Double)?
    /// The lowest that did not.
    private var worst: Double?
    /// What got through while the link was full, one after the other.
    private var short: [Double] = []
    /// What got through last.
    public private(set) var delivered: Double?

    public init(_ plan: ProbePlan) {
        self.plan = plan
        rate = Double(plan.first)
    }

    public var bitsPerSecond: Int { Int(clamping: rate) }

    /// Looks at a full link that have to agree.
    private var settling: Int { plan.isGentle ? 2 : 3 }

    /// What the link carries, in bits a second, as far as is known; `nil` before anything is.
    public var measured: Int? {
        if plan.method == .filling, !short.isEmpty {
            let late = short.suffix(settling)
            return Int(clamping: late.reduce(0, +) / Double(late.count))
        }
        return (best?.delivered ?? short.last).map { Int(clamping: $0) }
    }

    /// Whether the link may well carry more: it never was full.
    public var isAtLeast: Bool { short.isEmpty && best != nil }

    /// To be called some thirty times a second, and whenever something was sent.
    public mutating func handle(_ sample: ProbeSample) -> Decision {
        if case .finished(let ending) = stage { return .finished(ending) }
        let began = start ?? sample.at
        start = began
        if let roundTrip = sample.roundTrip { leastRoundTrip = min(roundTrip, leastRoundTrip ?? roundTrip) }
        if sample.isInTheWay { return end(.inTheWay) }
        let isOver = sample.at - began >= plan.span
        judge(sample, isOver: isOver)
        if case .finished(let ending) = stage { return .finished(ending) }
        return isOver ? end(.timeIsUp) : .send(bitsPerSecond: bitsPerSecond)
    }

    /// Nothing is decided after this.
    @discardableResult
    public mutating func end(_ ending: ProbeEnding) -> Decision {
        if case .finished(let ending) = stage { return .finished(ending) }
        stage = .finished(ending)
        return .finished(ending)
    }

    private mutating func judge(_ sample: ProbeSample, isOver: Bool) {
        let settled = (chosen ?? sample.at) + min(leastRoundTrip ?? .zero, .milliseconds(400)) + .milliseconds(50)
        if chosen == nil { chosen = sample.at }
        guard let window else {
            if sample.at >= settled { self.window = sample }
            return
        }
        let span = (sample.at - window.at).inSeconds
        // Half a look is better than none when time is over.
        guard span >= Self.look.inSeconds || isOver && span >= Self.look.inSeconds / 2 else { return }
        let seen = max(0, Double(sample.deliveredBytes - window.deliveredBytes) * 8 / span)
        delivered = seen
        // A receiver of SRT acknowledges what it has given up as well: only what had to be repeated tells of that.
        let packets = sample.sentPackets - window.sentPackets
        let loss = packets > 0 ? Double(sample.repeatedPackets - window.repeatedPackets) / Double(packets) : 0
        let isWhole = plan.method == .filling || loss <= Self.bearableLoss
        if stage == .draining {
            // More comes out than goes in while something still waits.
            let isDry = seen <= 1.05 * rate && isWhole
            if isDry { choose(between: sample) } else { self.window = sample }
        } else if wasLate(sample, since: window, span) {
            if seen > best?.delivered ?? 0 { best = (seen, seen) }
            self.window = sample
        } else if isWhole, seen >= Self.share * rate {
            passed(seen, sample)
        } else {
            fellShort(seen * (1 - (plan.method == .filling ? 0 : loss)), sample)
        }
    }

    /// Whether we ourselves did not get to send, on a busy machine, though the link kept no one waiting: that says nothing of it.
    private func wasLate(_ sample: ProbeSample, since window: ProbeSample, _ span: Double) -> Bool {
        guard let sent = sample.sentBytes, let before = window.sentBytes else { return false }
        return Double(sent - before) * 8 / span < Self.share * rate && (sample.blocked - window.blocked).inSeconds < 0.05 * span
    }

    private mutating func passed(_ seen: Double, _ sample: ProbeSample) {
        if rate >= best?.rate ?? 0 { best = (rate, seen) }
        short.removeAll { _ in plan.method == .filling }
        if stage == .full { stage = .rising }
        if stage == .halving { return choose(between: sample) }
        guard rate < Double(plan.most) else {
            end(.enough)
            return
        }
        go(to: min(Double(plan.most), rate * plan.factor), sample)
    }

    private mutating func fellShort(_ seen: Double, _ sample: ProbeSample) {
        short.append(seen)
        switch plan.method {
        case .filling:
            stage = .full
            // TCP may still be opening up: what gets through has to settle.
            let late = short.suffix(settling)
            let isSettled = (late.min() ?? 0) > 0 && (late.max() ?? 0) <= 1.1 * (late.min() ?? 0)
            if late.count == settling, plan.isGentle || isSettled {
                end(.full)
            } else {
                window = sample
            }
        case .halving:
            worst = min(rate, worst ?? rate)
            if plan.isGentle, best != nil {
                end(.full)
            } else {
                // What waits has to get through before the next try means anything.
                stage = .draining
                go(to: max((best?.rate ?? rate) / 2, Self.least), sample)
            }
        }
    }

    /// The next rate to try, in the middle of what is known.
    private mutating func choose(between sample: ProbeSample) {
        guard let worst else {
            stage = .rising
            return go(to: min(Double(plan.most), rate * plan.factor), sample)
        }
        let low = best?.rate ?? worst / 4
        guard worst / low > Self.close, worst > Self.least else {
            end(.full)
            return
        }
        stage = .halving
        go(to: max((low * worst).squareRoot(), Self.least), sample)
    }

    private mutating func go(to next: Double, _ sample: ProbeSample) {
        (rate, chosen, window) = (next, sample.at, nil)
    }
}
