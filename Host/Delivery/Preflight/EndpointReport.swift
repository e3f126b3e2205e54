/// What became of the check of one endpoint.
public struct EndpointReport: Sendable, Hashable {
    public struct Step: Sendable, Hashable {
        public let phase: OpeningPhase
        public let isGood: Bool
        public let took: Duration
        /// What was found; empty where there is nothing to say.
        public let note: String
    }

    /// In the order in which they happened; after one that is not good there is none.
    public let steps: [Step]
    /// What is wrong; `nil` when nothing is.
    public let failure: DeliveryError?
    /// In words, secrets masked.
    public let verdict: String
}
