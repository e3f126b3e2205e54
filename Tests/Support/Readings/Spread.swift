/// A set of durations, as its percentiles.
public struct Spread: Hashable, Sendable, CustomStringConvertible {
    private let sorted: [Duration]

    public init(_ values: [Duration]) { sorted = values.sorted() }

    public var count: Int { sorted.count }

    /// The smallest value that `share` (0...1) of all do not exceed; zero without values.
    public func at(_ share: Double) -> Duration {
        guard !sorted.isEmpty else { return .zero }
        return sorted[min(sorted.count - 1, max(0, Int((Double(sorted.count) * share).rounded(.up)) - 1))]
    }

    public var longest: Duration { sorted.last ?? .zero }

    public var description: String {
        func words(_ value: Duration) -> String { "\((value.inMilliseconds * 10).rounded() / 10)" }
        return "p50 \(words(at(0.5))) ms, p99 \(words(at(0.99))) ms, longest \(words(longest)) ms (\(count))"
    }
}
