import CLibAV

/// Times as a file states them, which may be any number.
enum PacketTime {
    /// Far beyond what a recording can last, and far within what containers hold: 68 years.
    private static let mostSeconds = 2_147_483_648.0

    /// Whether each time of the packet, and how long it is shown, is one that a recording can have.
    static func isPossible(_ packet: UnsafeMutablePointer<AVPacket>, in base: AVRational) -> Bool {
        for time in [packet.pointee.pts, packet.pointee.dts] where time != clibav_no_time {
            guard isPossible(time, in: base) else { return false }
        }
        return isPossible(packet.pointee.duration, in: base)
    }

    private static func isPossible(_ ticks: Int64, in base: AVRational) -> Bool { abs(Double(ticks) * av_q2d(base)) <= mostSeconds }

    /// When what it holds is over, in seconds; `nil` where it states no time.
    static func end(of packet: UnsafeMutablePointer<AVPacket>, in base: AVRational) -> Double? {
        let time = packet.pointee.pts == clibav_no_time ? packet.pointee.dts : packet.pointee.pts
        guard time != clibav_no_time else { return nil }
        return (Double(time) + Double(max(0, packet.pointee.duration))) * av_q2d(base)
    }

    /// `time - shift`, or the end of what there is.
    static func difference(_ time: Int64, _ shift: Int64) -> Int64 {
        let (difference, isBeyond) = time.subtractingReportingOverflow(shift)
        guard isBeyond else { return difference }
        return shift > 0 ? .min + 1 : .max
    }

    /// Of a chapter: from 0 on, and no later than a recording can last.
    static func ofChapter(_ time: Int64, _ shift: Int64, in base: AVRational) -> Int64 {
        let ticks = max(0, difference(time, shift))
        return isPossible(ticks, in: base) ? ticks : av_rescale_q(Int64(mostSeconds), AVRational(num: 1, den: 1), base)
    }
}
