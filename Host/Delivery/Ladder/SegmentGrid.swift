package import Platform

/// When the segments of all renditions of a ladder begin: whole intervals after one origin. A value.
package struct SegmentGrid: Hashable, Sendable {
    package let origin: MediaTime
    /// Above 0.
    package let interval: Duration
    /// Times go through the tick of an encoder.
    private static let tolerance = Duration.milliseconds(1)

    package init(origin: MediaTime, interval: Duration) { (self.origin, self.interval) = (origin, interval) }

    /// The number of the segment that `time` belongs to, from 0 on; `nil` before the origin.
    package func number(at time: MediaTime) -> Int? {
        let span = time - origin + Self.tolerance
        return span < .zero ? nil : Int(clamping: span.inNanoseconds / interval.inNanoseconds)
    }

    package func start(of number: Int) -> MediaTime { origin + .nanoseconds(Int64(number) * interval.inNanoseconds) }

    /// Whether `time` is where that segment begins, or later by no more than `slack`.
    package func isStart(_ time: MediaTime, of number: Int, slack: Duration = .zero) -> Bool {
        time - start(of: number) <= Self.tolerance + slack
    }
}
