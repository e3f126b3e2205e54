/// What the desktop is asked for some of a broadcast's agents: they share one session with the portal.
public struct CastRequest: Hashable, Sendable {
    /// Unique in a broadcast; 0 for what that was started with.
    public let number: Int
    public let choice: CastChoice
    /// The user is to choose anew: no permission of before is made use of.
    public let isFresh: Bool

    public init(number: Int = 0, _ choice: CastChoice, isFresh: Bool = false) { (self.number, self.choice, self.isFresh) = (number, choice, isFresh) }
}
