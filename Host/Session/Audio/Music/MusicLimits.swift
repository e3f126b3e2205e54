/// How long an answer of an address may take.
public struct MusicLimits: Hashable, Sendable {
    /// For opening: connecting and finding out what it is.
    public var open: Duration
    /// For each piece of it afterwards.
    public var read: Duration

    public init(open: Duration = .seconds(10), read: Duration = .seconds(5)) { (self.open, self.read) = (open, read) }
}
