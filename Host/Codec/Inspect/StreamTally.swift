/// What the packets of one stream amount to. A value, fed packet by packet.
struct StreamTally {
    /// One packet: times in seconds.
    struct Piece {
        var pts: Double?
        var dts: Double?
        var seconds: Double
        var bytes: Int
        var isKeyframe: Bool
    }

    private(set) var packets = 0
    private(set) var bytes = 0
    private(set) var keyframeTimes: [Double] = []
    private(set) var backwardSteps = 0
    private(set) var longestGap = 0.0
    private var start: Double?
    private var end: Double?
    private var last: Double?

    var startSeconds: Double { start ?? 0 }
    var endSeconds: Double { end ?? 0 }
    private var span: Double { max(0, endSeconds - startSeconds) }
    var bitRate: Double { span > 0 ? Double(bytes) * 8 / span : 0 }
    /// Packets a second.
    var rate: Double { span > 0 ? Double(packets) / span : 0 }

    mutating func add(_ piece: Piece) {
        packets += 1
        bytes += piece.bytes
        if let time = piece.pts ?? piece.dts {
            start = min(start ?? time, time)
            end = max(end ?? time, time + piece.seconds)
            if piece.isKeyframe { keyframeTimes.append(time) }
        }
        guard let time = piece.dts ?? piece.pts else { return }
        if let last {
            if time <= last { backwardSteps += 1 }
            longestGap = max(longestGap, time - last)
        }
        last = time
    }

    var keyframes: MediaInspection.Keyframes {
        let gaps = zip(keyframeTimes, keyframeTimes.dropFirst()).map { $1 - $0 }.sorted()
        return MediaInspection.Keyframes(
            count: keyframeTimes.count, shortestSeconds: gaps.first ?? 0, medianSeconds: gaps.isEmpty ? 0 : gaps[gaps.count / 2],
            longestSeconds: gaps.last ?? 0)
    }
}
