import Events
import Glibc
import Platform

/// The time of day here.
enum LocalTime {
    /// "21:54:47"
    static func ofDay(secondsAgo: Double = 0) -> String {
        var (clock, parts) = (timespec(), tm())
        clock_gettime(CLOCK_REALTIME, &clock)
        // In fractions, so that it is the same second whenever it is asked.
        let then = Double(clock.tv_sec) + Double(clock.tv_nsec) / 1e9 - secondsAgo
        var second = time_t(Int(clamping: then.rounded(.down)))
        localtime_r(&second, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
    }
}

extension SessionEvent {
    /// How long ago it was; both sides are on one machine, and its monotonic clock does not jump.
    var age: Duration { max(.zero, .now() - monotonicTime) }
}
