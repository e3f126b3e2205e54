import Platform

/// What viewers get while nothing can be captured, one after the other, after the last picture was held. A value.
public struct LossLadder: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The slate, or the clip in its place.
        case slate
        /// No picture at all.
        case audio
        /// The broadcast ends.
        case stop
    }

    public struct Rung: Hashable, Sendable {
        public let kind: Kind
        /// How long it lasts; `nil` for ever. Of `stop`, none.
        public let time: Duration?

        public init(_ kind: Kind, for time: Duration?) { (self.kind, self.time) = (kind, time) }
    }

    /// In their order, each at most once; all have a time but the last, which has none.
    public let rungs: [Rung]

    /// The slate, for ever.
    public static let standard = LossLadder([Rung(.slate, for: nil)])!

    /// - Returns: `nil` for rungs that are in another order, or have times where they can have none.
    public init?(_ rungs: [Rung]) {
        let order = rungs.compactMap { Kind.allCases.firstIndex(of: $0.kind) }
        guard !rungs.isEmpty, zip(order, order.dropFirst()).allSatisfy({ $0 < $1 }), rungs.dropLast().allSatisfy({ $0.time != nil }),
            rungs.last?.time == nil
        else { return nil }
        self.rungs = rungs
    }

    /// What they get so long after the last picture was held.
    func kind(after elapsed: Duration) -> Kind {
        var end = Duration.zero
        for rung in rungs {
            guard let time = rung.time else { return rung.kind }
            end += time
            if elapsed < end { return rung.kind }
        }
        return rungs.last?.kind ?? .slate
    }
}
