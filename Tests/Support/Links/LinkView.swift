/// What a viewer behind a line had before the eyes, and when. Times in seconds from the line's start.
///
/// A picture is as late as it is old when it is decoded; between two pictures the newer one is missed more and more. Both are true
/// times: the stamp in the picture says when it was drawn, by the clock of the machine on which it is received too.
public struct LinkView: Sendable {
    /// Pictures that were newer than all before, and how old they were.
    private let arrivals: [(time: Double, delay: Double)]
    /// When the looking ends.
    private let end: Double

    /// - Parameter arrivals: in the order of their times.
    public init(_ arrivals: [(time: Double, delay: Double)], end: Double) { (self.arrivals, self.end) = (arrivals, end) }

    /// The oldest picture at its decoding, from `start` on; infinite when none came.
    public func worstDelay(from start: Double) -> Double { arrivals.filter { $0.time > start }.map(\.delay).max() ?? .infinity }

    /// The longest time without a newer picture, from `start` on, up to the end.
    public func longestStill(from start: Double) -> Double {
        let times = [start] + arrivals.map(\.time).filter { $0 > start && $0 < end } + [end]
        return zip(times, times.dropFirst()).map { $1 - $0 }.max() ?? 0
    }

    /// From `moment` until what was shown was never more than a second old any more, up to `horizon`; infinite when it still was at that.
    ///
    /// Counts pictures that are late, and time in which none comes, alike: a viewer who is shown nothing is not in time.
    public func calm(after moment: Double, until horizon: Double) -> Double {
        var late = moment
        for (index, arrival) in arrivals.enumerated() {
            let next = index + 1 < arrivals.count ? arrivals[index + 1].time : end
            // This picture was drawn at `time - delay`, and is what is shown until the next one comes; what comes after is another matter.
            let shownUntil = min(next, horizon)
            guard next > moment, arrival.time < horizon, shownUntil - (arrival.time - arrival.delay) > 1 else { continue }
            if next >= horizon { return .infinity }
            late = next
        }
        return arrivals.contains { $0.time < horizon } ? late - moment : .infinity
    }
}
