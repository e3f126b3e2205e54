/// What a controller says after a sample.
public struct BitRateDecision: Sendable, Hashable {
    public enum Reason: String, Sendable, Hashable {
        /// Nothing to change.
        case hold
        /// More was sent than the link carries.
        case congestion
        /// What had piled up is gone, or going.
        case drained
        /// The link was seen to carry more.
        case capacity
        /// Tried, since nothing was against it.
        case probe
        /// The user changed the limits.
        case limits
    }

    /// For the encoder, within the limits.
    public let bitRate: Int
    /// What the link has for the picture: below the floor where it carries less than that.
    public let budget: Int
    public let reason: Reason
    /// How long what waits will take to get through.
    public let delay: Duration
    /// What the link was last seen to carry, picture, audio and packaging together; `nil` while it was never full.
    public let capacity: Int?

    public var isChange: Bool { reason != .hold }
}
