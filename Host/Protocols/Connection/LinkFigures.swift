/// What a connection knows of its link at one moment: the kernel's own view of a TCP socket, or libsrt's of an SRT one.
/// What cannot be known is `nil`, never 0.
public struct LinkFigures: Sendable, Hashable {
    /// Written by us and not yet acknowledged by the other side: in the kernel's (or libsrt's) buffer, or under way.
    public var unacknowledgedBytes: Int?
    /// The part of it that has not left this machine at all.
    public var unsentBytes: Int?
    /// The media time that the sender's own buffer holds (SRT).
    public var buffered: Duration?
    public var roundTrip: Duration?
    /// What the sender believes the link carries, in bits a second: an estimate, high while little is sent.
    public var estimatedBitRate: Int?
    /// Packets since the connection was made, and those of them that were sent again.
    public var sentPackets: Int?
    public var repeatedPackets: Int?
    /// Packets that the sender gave up, since they were too late (SRT).
    public var lostPackets: Int?
    /// How long writes have waited for room since the connection was made.
    public var blocked: Duration = .zero

    public init() {}
}
