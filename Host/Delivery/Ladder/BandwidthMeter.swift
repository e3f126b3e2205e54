import Platform

/// The bit rates of a stream by the segments that were made of it. A value.
struct BandwidthMeter: Hashable, Sendable {
    /// Of the segment with most, in bits a second; short ones at the end count for nothing.
    private(set) var peak = 0
    private var bits = 0.0
    private var seconds = 0.0

    var average: Int { seconds > 0 ? Int(clamping: (bits / seconds).rounded(.up)) : 0 }

    /// - Parameter interval: what segments last as a rule.
    mutating func add(bytes: Int, lasting span: Duration, of interval: Duration) {
        guard span > .zero else { return }
        bits += Double(bytes) * 8
        seconds += span.inSeconds
        guard span * 2 >= interval || peak == 0 else { return }
        peak = max(peak, Int(clamping: (Double(bytes) * 8 / span.inSeconds).rounded(.up)))
    }
}
