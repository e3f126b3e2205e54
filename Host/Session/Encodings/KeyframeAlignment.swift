import Platform
import Synchronization

/// When the key frames of encodings that are aligned are shown: at the same times, whole intervals after one origin, and at no others but
/// the first of each. Any thread.
final class KeyframeAlignment: Sendable {
    private let interval: Duration
    private let begin = Mutex<MediaTime?>(nil)

    /// - Parameter interval: above 0.
    init(interval: Duration) { self.interval = interval }

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
