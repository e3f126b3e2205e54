/// How an upload test goes about it.
public struct ProbePlan: Sendable, Hashable {
    /// How it finds out what a full link carries.
    public enum Method: Sendable, Hashable {
        /// By keeping it full: TCP takes its pace from the link, so what gets through is what the link carries.
        case filling
        /// By the highest rate that gets through whole: a sender that does not slow down (SRT) chokes a full link by repeating itself.
        case halving
    }

    /// Bits a second, picture and audio.
    public var first = 500_000
    /// Reaching this is enough: no one could use more.
    public var most: Int
    /// No more is sent after this.
    public var span: Duration = .seconds(8)
    public var method: Method
    /// Leaves a link that others use at the first sign that it is full, and comes closer to that in smaller steps.
    public var isGentle: Bool

    public init(most: Int, method: Method = .filling, isGentle: Bool = false) {
        (self.most, self.method, self.isGentle) = (max(most, 500_000), method, isGentle)
    }

    /// From one step to the next.
    var factor: Double { isGentle ? 1.25 : 1.5 }
}
