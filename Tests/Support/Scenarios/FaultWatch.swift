import Platform

/// Goes over a scenario of faults sample by sample: which ones count, and when the target was back. Times from the line's start.
struct FaultWatch {
    /// Between two samples, while nothing is wrong and while it is waited for the target.
    private static let (step, impatientStep) = (Duration.seconds(2), Duration.milliseconds(250))
    private static let tellingStep = Duration.seconds(60)

    private(set) var samples: [FootprintSample] = []
    private(set) var recoveries: [(kind: FaultPlan.Kind, time: Duration)] = []
    private(set) var failures: [FaultPlan.Kind] = []
    private let faults: [FaultPlan.Fault]
    private let warmth: Duration
    private let settling: Duration
    /// How many faults are over.
    private var passed = 0
    private var awaited: FaultPlan.Fault?
    private var lastSent: Int?
    private var nextTelling = Duration.zero

    init(_ plan: FaultPlan, warmth: Duration, settling: Duration) { (faults, self.warmth, self.settling) = (plan.faults, warmth, settling) }

    func isWarm(at time: Duration) -> Bool { time >= warmth }

    /// Whether no fault is under way or not yet got over.
    func isCalm(at time: Duration) -> Bool { awaited == nil && !faults.contains { time >= $0.start && time < $0.end + settling } }

    /// Never beyond the next begin or end of a fault.
    func nextLook(after time: Duration) -> Duration {
        let changes = faults.flatMap { [$0.start, $0.end] }.filter { $0 > time }
        return ([time + (awaited == nil ? Self.step : Self.impatientStep)] + changes).min() ?? time
    }

    /// - Parameter sent: bytes that the target has sent; `nil` while it is not live.
    /// - Returns: what is worth telling.
    mutating func note(_ sample: FootprintSample, _ sent: Int?, at time: Duration) -> [String] {
        var words: [String] = []
        while passed < faults.count, faults[passed].end <= time {
            if let awaited {
                failures.append(awaited.kind)
                words.append("not live again after \(awaited.kind.rawValue)")
            }
            (awaited, lastSent) = (faults[passed], nil)
            passed += 1
        }
        if let fault = awaited, let sent {
            // A count that grew: media flows.
            if let lastSent, sent > lastSent {
                recoveries.append((fault.kind, time - fault.end))
                words.append("\(fault.kind.rawValue): sends again after \((time - fault.end).inMilliseconds.rounded()) ms")
                awaited = nil
            }
            lastSent = sent
        }
        if isWarm(at: time), isCalm(at: time) { samples.append(sample) }
        if time >= nextTelling {
            nextTelling = time + Self.tellingStep
            words.append(
                "\(Int(time.inSeconds)) s: memory \(sample.memoryBytes / 1024) KiB, \(sample.descriptors) descriptors, \(sample.threads) threads")
        }
        return words
    }
}
