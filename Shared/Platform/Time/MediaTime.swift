import Glibc

/// A point on the one clock of Splitcast: `CLOCK_MONOTONIC`, in nanoseconds.
///
/// Both sides of the split read the same clock, so a capture timestamp needs no translation. Any thread may use it.
/// It carries no relation to the time of day. Valid values are 0 and above; a value that came from an agent
/// is checked against `now()` before it is used.
public struct MediaTime: Hashable, Comparable, Sendable {
    public let nanoseconds: Int64

    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// Reads the clock (a vDSO call: no system call, no allocation).
    public static func now() -> MediaTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MediaTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// The start of the clock; useful as "never".
    public static let zero = MediaTime(nanoseconds: 0)

    public static func < (left: MediaTime, right: MediaTime) -> Bool { left.nanoseconds < right.nanoseconds }

    /// Saturates instead of trapping, since one side of the sum may have come from a peer.
    public static func + (time: MediaTime, span: Duration) -> MediaTime {
        let (sum, overflow) = time.nanoseconds.addingReportingOverflow(span.inNanoseconds)
        return MediaTime(nanoseconds: overflow ? (span < .zero ? .min : .max) : sum)
    }

    public static func - (time: MediaTime, span: Duration) -> MediaTime { time + .nanoseconds(0 - span.inNanoseconds) }

    /// How long after `earlier` this is; negative if before.
    public static func - (later: MediaTime, earlier: MediaTime) -> Duration {
        .nanoseconds(later.nanoseconds &- earlier.nanoseconds)
    }
}
