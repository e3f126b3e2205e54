/// What of a running broadcast can be made anew while the rest goes on.
public enum BroadcastPart: String, Codable, CaseIterable, Hashable, Sendable {
    /// The encoders of the picture.
    case encoder
    /// The devices of the host's own audio sources.
    case audio
    /// The connections of all targets but recordings.
    case targets
}

/// What came of it.
public struct RestartReport: Codable, Hashable, Sendable {
    /// One of those that were made anew.
    public struct Item: Codable, Hashable, Sendable {
        /// An encoding's name, a source's, or a target's number.
        public var name: String
        /// For how long it gave nothing, or got nothing.
        public var gapMilliseconds: Double
        /// What was lost, for people.
        public var message: String

        init(_ name: String, gap: Double, _ message: String) { (self.name, gapMilliseconds, self.message) = (name, gap, message) }
    }

    public var part: BroadcastPart
    public var items: [Item]

    public init(part: BroadcastPart, items: [Item]) { (self.part, self.items) = (part, items) }
}
