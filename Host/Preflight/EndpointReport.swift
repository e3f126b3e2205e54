public import Delivery

/// What became of the check of one endpoint.
public struct EndpointReport: Sendable, Hashable {
    public struct Step: Sendable, Hashable {
        public let phase: OpeningPhase
        public let isGood: Bool
        public let took: Duration
        /// What was found; empty where there is nothing to say.
        public let note: String

        public init(phase: OpeningPhase, isGood: Bool, took: Duration, note: String = "") {
            (self.phase, self.isGood, self.took, self.note) = (phase, isGood, took, note)
        }
    }

    /// In the order in which they happened; after one that is not good there is none.
    public let steps: [Step]
    /// What is wrong; `nil` when nothing is.
    public let failure: DeliveryError?
    /// As text, secrets masked.
    public let verdict: String

    public init(steps: [Step], failure: DeliveryError?, verdict: String) {
        (self.steps, self.failure, self.verdict) = (steps, failure, verdict)
    }
}
