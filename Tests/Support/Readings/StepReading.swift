import Foundation

/// How sound and picture keep step: how much later than its flash each click is.
public struct StepReading: Sendable, CustomStringConvertible {
    /// Milliseconds after the flash, and where in the recording.
    public let offsets: [(position: Duration, milliseconds: Double)]

    public init(_ recording: String, timeout: Duration = .seconds(900)) throws {
        let flashes = try FlashReader(recording, timeout: timeout)
        let clicks = try DecodedAudio(of: recording, timeout: timeout).clicks
        offsets = clicks.compactMap { click in flashes.offsets(of: [click]).first.map { (click, $0.inMilliseconds) } }
    }

    public init(offsets: [(position: Duration, milliseconds: Double)]) { self.offsets = offsets }

    /// Without the beginning, in which a sound server settles.
    public func after(_ start: Duration) -> StepReading { StepReading(offsets: offsets.filter { $0.position >= start }) }

    /// Of two sources, the second of which clicks so many milliseconds after the first: the offsets of each from its own moments.
    public func separated(by milliseconds: Double) -> (StepReading, StepReading?) {
        // A click belongs to the nearest flash, which may be the next one.
        let isFirst = { (offset: Double) in abs(offset) < milliseconds / 2 }
        let later = offsets.filter { !isFirst($0.milliseconds) && $0.milliseconds > 0 }
        return (
            StepReading(offsets: offsets.filter { isFirst($0.milliseconds) }),
            StepReading(offsets: later.map { ($0.position, $0.milliseconds - milliseconds) })
        )
    }

    /// The offset itself that half of all do not exceed.
    public var median: Double { offsets.map(\.milliseconds).sorted()[safeMiddle: 0.5] }

    /// The size of the offset that `share` (0...1) of all do not exceed.
    public func size(at share: Double) -> Double { offsets.map { abs($0.milliseconds) }.sorted()[safeMiddle: share] }

    public var first: Double { offsets.first?.milliseconds ?? 0 }

    /// By how much the offset grows in an hour, milliseconds: the slope of the line through all of them.
    public var driftPerHour: Double {
        guard offsets.count > 2 else { return 0 }
        return Trend(offsets.map { ($0.position.inSeconds / 3600, $0.milliseconds) }).slope
    }

    /// The difference of the medians of the last and the first tenth, milliseconds.
    public var change: Double {
        let tenth = max(3, offsets.count / 10)
        return StepReading(offsets: Array(offsets.suffix(tenth))).median - StepReading(offsets: Array(offsets.prefix(tenth))).median
    }

    public var description: String {
        func words(_ value: Double) -> String { String(format: "%.1f", value) }
        return "\(offsets.count) clicks: median \(words(median)) ms, p50 \(words(size(at: 0.5))) ms, p95 \(words(size(at: 0.95))) ms, "
            + "longest \(words(size(at: 1))) ms, change \(words(change)) ms, drift \(words(driftPerHour)) ms an hour"
    }
}

extension [Double] {
    /// Of sorted values; 0 of none.
    fileprivate subscript(safeMiddle share: Double) -> Double {
        isEmpty ? 0 : self[Swift.min(count - 1, Swift.max(0, Int((Double(count) * share).rounded(.up)) - 1))]
    }
}
