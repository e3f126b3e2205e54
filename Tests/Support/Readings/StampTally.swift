/// What became of the frames that were shown: a count over stamps in the order in which they were received.
public struct StampTally: Hashable, Sendable {
    /// Frames received, with a stamp that could be read.
    public private(set) var received = 0
    /// Received without a readable stamp.
    public private(set) var unreadable = 0
    /// Different numbers between the first and the last, both counted.
    public private(set) var delivered = 0
    /// Numbers between the first and the last that never came.
    public private(set) var missed = 0
    /// The same number as the frame before, which at idle is what keep-alive frames are.
    public private(set) var repeated = 0
    /// Those of them that stand between the first number and the last, which themselves stand for as long as they like.
    public private(set) var repeatedBetween = 0
    /// A number lower than the one before.
    public private(set) var backward = 0

    public init(_ stamps: [Stamp?]) {
        var last: UInt32?
        var (first, held): (UInt32?, Int) = (nil, 0)
        for stamp in stamps {
            guard let number = stamp?.number else {
                unreadable += 1
                continue
            }
            received += 1
            defer { last = number }
            guard let last else {
                (delivered, first) = (1, number)
                continue
            }
            if number == last {
                repeated += 1
                held += number == first ? 0 : 1
                continue
            }
            (repeatedBetween, held) = (repeatedBetween + held, 0)
            if number < last {
                backward += 1
            } else {
                delivered += 1
                missed += Int(number - last) - 1
            }
        }
    }

    /// Shown by the stimulus from the first to the last frame received.
    public var due: Int { delivered + missed }
}

extension StampTally {
    /// The counts of two recordings together.
    public func adding(_ other: StampTally) -> StampTally {
        var sum = self
        sum.received += other.received
        sum.unreadable += other.unreadable
        sum.delivered += other.delivered
        sum.missed += other.missed
        sum.repeated += other.repeated
        sum.repeatedBetween += other.repeatedBetween
        sum.backward += other.backward
        return sum
    }
}
