extension SessionStatus {
    /// The clip that was asked for last.
    public struct Clip: Codable, Sendable {
        static let (waiting, preparing, ready, failed) = ("waiting", "preparing", "ready", "failed")

        /// Of what was asked of the background, 1, 2, …
        public var number: Int
        public var file: String
        /// Which part of it; without an end, to its own.
        public var fromSeconds: Double
        public var toSeconds: Double?
        public var isTrimmed: Bool
        /// `waiting` (for the first picture of the broadcast), `preparing`, `ready` or `failed`.
        public var state: String
        public var percent: Int
        /// Why it failed; empty otherwise.
        public var problem: String
        /// The file of the clip that viewers see while nothing can be captured; empty while that is the slate.
        public var shown: String

        /// Whether it goes on by itself.
        public var isUnderWay: Bool { state == Self.preparing }
        public var hasFailed: Bool { state == Self.failed }
    }
}
