public import Platform

/// What an upload test knows of its link at one moment.
public struct ProbeSample: Sendable, Hashable {
    public var at: MediaTime
    /// Bytes that the other side has acknowledged since the beginning: what waits in this machine, is under way or was given up is
    /// not among them.
    public var deliveredBytes: Int
    /// Bytes handed to the connection since the beginning; `nil` where the sender is never late.
    public var sentBytes: Int?
    /// How long the link has kept the sender waiting since the beginning.
    public var blocked: Duration
    public var roundTrip: Duration?
    /// Packets sent since the beginning, and those of them that were sent again since they got lost.
    public var sentPackets: Int
    public var repeatedPackets: Int
    /// Whether something else of this machine that must not suffer does so.
    public var isInTheWay: Bool

    public init(
        at: MediaTime, deliveredBytes: Int, sentBytes: Int? = nil, blocked: Duration = .zero, roundTrip: Duration? = nil, sentPackets: Int = 0,
        repeatedPackets: Int = 0, isInTheWay: Bool = false
    ) {
        (self.at, self.deliveredBytes, self.roundTrip, self.isInTheWay) = (at, deliveredBytes, roundTrip, isInTheWay)
        (self.sentBytes, self.blocked) = (sentBytes, blocked)
        (self.sentPackets, self.repeatedPackets) = (sentPackets, repeatedPackets)
    }
}
