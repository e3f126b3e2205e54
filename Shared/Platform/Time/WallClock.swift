import Glibc

/// The time of day, for people and for other machines. Media times come from `MediaTime` alone.
public struct WallClock: Hashable, Sendable {
    /// Since 1970, UTC.
    public let milliseconds: Int64

    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    public static func now() -> WallClock {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return WallClock(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// What the time of day was, or will be, at `time`, as both clocks stand now.
    public init(at time: MediaTime) { self.init(milliseconds: Self.now().milliseconds + (time - .now()).inNanoseconds / 1_000_000) }

    /// "2026-11-21T21:54:47.123Z"
    public var text: String {
        var (seconds, parts) = (time_t(milliseconds / 1000), tm())
        gmtime_r(&seconds, &parts)
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = "\(number)"
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let day = "\(padded(Int(parts.tm_year) + 1900, 4))-\(padded(Int(parts.tm_mon) + 1, 2))-\(padded(Int(parts.tm_mday), 2))"
        let clock = "\(padded(Int(parts.tm_hour), 2)):\(padded(Int(parts.tm_min), 2)):\(padded(Int(parts.tm_sec), 2))"
        return "\(day)T\(clock).\(padded(Int(milliseconds % 1000), 3))Z"
    }
}
