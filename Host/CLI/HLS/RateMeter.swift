import Platform

/// Bits a second, over the last two seconds.
struct RateMeter {
    private static let span = Duration.seconds(2)
    private var points: [(time: MediaTime, bytes: Int)] = []

    /// - Parameter bytes: all that came so far.
    mutating func add(_ bytes: Int) {
        let now = MediaTime.now()
        points.append((now, bytes))
        points.removeAll { now - $0.time > Self.span }
    }

    var bitRate: Double {
        guard let first = points.first, let last = points.last, last.time > first.time else { return 0 }
        return Double(last.bytes - first.bytes) * 8 / (last.time - first.time).inSeconds
    }
}
