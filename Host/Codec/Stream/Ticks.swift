import CLibAV

/// Times as libav counts them, and back. Ticks exist in this module only.
enum Ticks {
    /// MPEG's own clock: divides evenly by every usual frame rate, and is what MPEG-TS and the VUI count in.
    static let perSecond: Int64 = 90_000
    static let base = AVRational(num: 1, den: 90_000)
    static let milliseconds = AVRational(num: 1, den: 1000)
    static let nanoseconds = AVRational(num: 1, den: 1_000_000_000)

    static func from(_ span: Duration, in base: AVRational) -> Int64 { av_rescale_q(span.inNanoseconds, nanoseconds, base) }

    static func span(_ ticks: Int64, in base: AVRational) -> Duration { .nanoseconds(av_rescale_q(ticks, base, nanoseconds)) }
}
