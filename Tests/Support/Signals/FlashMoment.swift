public import Platform
import Stamp

/// When flashes and clicks are due; see moments.h.
public enum FlashMoment {
    /// How much later than the nearest such moment `time` is; negative when it is earlier.
    public static func offset(of time: MediaTime) -> Duration {
        let (before, after) = (time.nanoseconds - moment_before(time.nanoseconds), moment_after(time.nanoseconds) - time.nanoseconds)
        return .nanoseconds(before <= after ? before : -after)
    }
}
