import Platform

/// How one figure of a process went over hours.
public struct FootprintScenario: Hashable, Sendable {
    /// The medians of the first and the last tenth of the time.
    public let first: Double
    public let last: Double
    /// Of the straight line through all of it.
    public let slopePerHour: Double
    /// The median slope between any two minutes, each of which counts with its median: what comes and goes does not tilt it.
    public let robustSlopePerHour: Double
    public let most: Double

    public var growth: Double { last - first }

    /// - Parameter samples: in the order of their times; of none, all figures are 0.
    public init(_ samples: [FootprintSample], _ figure: (FootprintSample) -> Int) {
        let values = samples.map { Double(figure($0)) }
        let tenth = max(1, samples.count / 10)
        func median(_ values: some Sequence<Double>) -> Double {
            let sorted = values.sorted()
            return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
        }
        (first, last) = (median(values.prefix(tenth)), median(values.suffix(tenth)))
        most = values.max() ?? 0
        let start = samples.first?.time ?? .zero
        slopePerHour = Trend(zip(samples, values).map { (($0.time - start).inSeconds / 3600, $1) }).slope
        let minutes = Dictionary(grouping: zip(samples, values)) { Int((($0.0.time - start).inSeconds / 60).rounded(.down)) }
        robustSlopePerHour = Trend.robustSlope(minutes.map { (Double($0.key) / 60, median($0.value.map(\.1))) })
    }
}
