public import Platform

/// What a target knows of itself and its link at one moment. Some ten a second feed its controller; fewer than four make it slow.
/// What cannot be known is `nil`, never 0.
public struct LinkSample: Sendable, Hashable {
    public var at: MediaTime
    /// In the target's own queue.
    public var queuedBytes: Int
    /// Media time in that queue.
    public var queued: Duration
    /// Written and still in this machine.
    public var unsentBytes: Int?
    /// Written and not yet acknowledged by the other side, `unsentBytes` included.
    public var unacknowledgedBytes: Int?
    /// Media time in the sender's own buffer, under way included (SRT).
    public var buffered: Duration?
    /// How long writes have waited for room, in all.
    public var blocked: Duration
    /// Handed to the connection, in all.
    public var sentBytes: Int
    public var roundTrip: Duration?
    /// What the connection believes that the link carries. Shown to people; no decision rests on it, since such estimates are at
    /// times far too high (libsrt's) or follow what is sent (TCP's).
    public var estimatedBitRate: Int?
    /// Frames or packets that were given up on the way to the other side, in all.
    public var dropped: Int
    /// Whether media flows; else the rest says nothing about the link.
    public var isLive: Bool

    public init(
        at: MediaTime, queuedBytes: Int = 0, queued: Duration = .zero, unsentBytes: Int? = nil, unacknowledgedBytes: Int? = nil,
        buffered: Duration? = nil, blocked: Duration = .zero, sentBytes: Int, roundTrip: Duration? = nil, estimatedBitRate: Int? = nil,
        dropped: Int = 0, isLive: Bool = true
    ) {
        (self.at, self.queuedBytes, self.queued) = (at, queuedBytes, queued)
        (self.unsentBytes, self.unacknowledgedBytes, self.buffered) = (unsentBytes, unacknowledgedBytes, buffered)
        (self.blocked, self.sentBytes, self.roundTrip) = (blocked, sentBytes, roundTrip)
        (self.estimatedBitRate, self.dropped, self.isLive) = (estimatedBitRate, dropped, isLive)
    }
}
