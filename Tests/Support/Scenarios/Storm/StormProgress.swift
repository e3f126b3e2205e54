import Platform

/// How far a storm has got.
public struct StormProgress: Sendable {
    public let time: Duration
    /// Of each kind: how many of how many.
    public let done: [(kind: StormPlan.Kind, done: Int, all: Int)]
    /// Of those, how many were never seen to be over.
    public let lost: Int
    public let sample: FootprintSample?

    init(_ plan: StormPlan, _ deeds: [StormDeed], _ sample: FootprintSample?, since start: MediaTime) {
        time = .now() - start
        done = StormPlan.Kind.allCases.map { kind in (kind, deeds.count { $0.kind == kind }, plan.count(of: kind)) }
        lost = deeds.count { $0.end == nil }
        self.sample = sample
    }
}
