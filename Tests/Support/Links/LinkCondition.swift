/// What a line does to what goes over it, for a while.
public struct LinkCondition: Hashable, Sendable {
    /// Bits a second, without packaging of the line's own; 0: nothing moves.
    public var bitRate: Double
    /// Added to each packet, with up to `jitter` more.
    public var delay: Duration
    public var jitter: Duration
    /// Of packets, 0...1. TCP lines lose nothing: what loss does to TCP is delay.
    public var loss: Double
    /// What may wait in front of it.
    public var queueBytes: Int
    /// Nothing moves and no one new gets through, but connections are not broken off: a cable is out.
    public var isOut: Bool

    public init(
        bitRate: Double, delay: Duration = .milliseconds(10), jitter: Duration = .zero, loss: Double = 0, queueBytes: Int = 24 * 1024,
        isOut: Bool = false
    ) {
        (self.bitRate, self.delay, self.jitter, self.loss) = (isOut ? 0 : bitRate, delay, jitter, loss)
        (self.queueBytes, self.isOut) = (queueBytes, isOut)
    }
}
