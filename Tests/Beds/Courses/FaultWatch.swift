import AppGroup

/// Goes over a course of faults sample by sample: which ones count, and when the target was back. Times from the line's start.
struct FaultWatch {
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

    init(_ plan: FaultPlan, warmth: Duration, settling: Duration) { (faults, self.warmth, self.settling) = (plan.faults, warmth, settling) }

    func isWarm(at time: Duration) -> Bool { time >= warmth }

    /// Whether no fault is under way or not yet got over.
    func isCalm(at time: Duration) -> Bool { !faults.contains { time >= $0.start && time < $0.end + settling } && awaited == nil }

    /// - Parameter sent: bytes that the target has sent; `nil` while it is not live.
    /// - Returns: what is worth telling.
    mutating func note(_ sample: FootprintSample, _ sent: Int?, at time: Duration) -> [String] {
        var words: [String] = []
        while passed < faults.count, faults[passed].end <= time {
            if let awaited {
                failures.append(awaited.kind)
                words.append("not live again after \(awaited.kind.rawValue)")
            }
            awaited = faults[passed]
            passed += 1
            lastSent = nil
        }
        if let fault = awaited, let sent {
            // A count that grew: media flows.
            if let lastSent, sent > lastSent {
                recoveries.append((fault.kind, time - fault.end))
                awaited = nil
            }
            lastSent = sent
        }
        if isWarm(at: time), isCalm(at: time) { samples.append(sample) }
        words.append(
            "\(Int(time.inSeconds)) s: private \(sample.privateBytes / 1024) KiB, \(sample.descriptors) descriptors, \(sample.threads) threads"
                + (sent == nil ? ", not live" : ""))
        return words
    }
}
