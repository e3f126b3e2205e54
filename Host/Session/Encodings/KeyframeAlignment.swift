import Platform
import Synchronization

/// When the key frames of encodings that are aligned are shown: at the same times, whole intervals after one origin, and at no others but
/// the first of each. Any thread.
final class KeyframeAlignment: Sendable {
    private let interval: Duration
    private let begin = Mutex<MediaTime?>(nil)
    private let waiting = Mutex(Waiting())
    /// Targets that take longer to connect begin later than the others.
    static let patience = Duration.seconds(1)

    private struct Waiting: Sendable {
        var areTargetsThere: (@Sendable () -> Bool)?
        var end: MediaTime?
    }

    /// - Parameter interval: above 0.
    init(interval: Duration) { self.interval = interval }

    /// What connects before the first picture has all of the stream: the next key frame comes an interval later.
    ///
    /// - Parameter areTargetsThere: whether all have connected, or could not. Asked by any thread, until it is so.
    func wait(for areTargetsThere: @escaping @Sendable () -> Bool) { waiting.withLock { $0.areTargetsThere = areTargetsThere } }

    /// Whether the first picture may be encoded.
    func mayBegin(at now: MediaTime) -> Bool {
        if origin != nil { return true }
        let (areTargetsThere, end) = waiting.withLock { waiting in
            let end = waiting.end ?? now + Self.patience
            waiting.end = end
            return (waiting.areTargetsThere, end)
        }
        return now >= end || areTargetsThere?() ?? true
    }

    /// From which all count; `nil` before the first picture.
    var origin: MediaTime? { begin.withLock { $0 } }

    /// From which all count: what the first of them says.
    func origin(orElse time: MediaTime) -> MediaTime {
        begin.withLock { begin in
            begin = begin ?? time
            return begin!
        }
    }

    /// The first later than `time`.
    func next(after time: MediaTime, since origin: MediaTime) -> MediaTime {
        let count = max(0, (time - origin).inNanoseconds / interval.inNanoseconds + 1)
        return origin + .nanoseconds(count * interval.inNanoseconds)
    }

    func isDue(at time: MediaTime) -> Bool {
        guard let origin = begin.withLock({ $0 }), time > origin else { return false }
        return (time - origin).inNanoseconds % interval.inNanoseconds == 0
    }
}
