import Delivery
import Platform
import Synchronization

/// What an encoding's thread counts: written by it alone, read by anyone.
final class PictureFigures: @unchecked Sendable {
    // @unchecked: `times` points at atomics, made once.
    private let encoded = Atomic<UInt64>(0)
    /// Sent, and encoded before: of a clip.
    private let spliced = Atomic<UInt64>(0)
    private let keepAlives = Atomic<UInt64>(0)
    private let keyframes = Atomic<UInt64>(0)
    private let failed = Atomic<UInt64>(0)
    private let bytes = Atomic<UInt64>(0)
    private let busyNanoseconds = Atomic<UInt64>(0)
    /// What each picture took to encode, and how long after its capture it was encoded.
    let taken = DelayHistogram()
    let delays = DelayHistogram()
    private let lastFailure = Mutex("")
    /// Encode times of the last pictures, in microseconds, newest over oldest.
    private static let kept = 256
    private let times: UnsafeMutablePointer<Atomic<UInt32>>

    init() {
        times = .allocate(capacity: Self.kept)
        for index in 0..<Self.kept { (times + index).initialize(to: Atomic(0)) }
    }

    deinit {
        times.deinitialize(count: Self.kept)
        times.deallocate()
    }

    func count(isKeepAlive: Bool, took: Duration) {
        let index = encoded.wrappingAdd(1, ordering: .relaxed).oldValue
        times[Int(index % UInt64(Self.kept))].store(UInt32(clamping: took.inNanoseconds / 1000), ordering: .relaxed)
        busyNanoseconds.wrappingAdd(UInt64(clamping: took.inNanoseconds), ordering: .relaxed)
        taken.record(took)
        if isKeepAlive { keepAlives.wrappingAdd(1, ordering: .relaxed) }
    }

    func countSpliced() { spliced.wrappingAdd(1, ordering: .relaxed) }

    /// Pictures that went out.
    var sent: UInt64 { encoded.load(ordering: .relaxed) + spliced.load(ordering: .relaxed) }

    /// - Parameter delay: since what it shows was captured.
    func count(packetBytes: Int, isKeyframe: Bool, delay: Duration) {
        delays.record(delay)
        bytes.wrappingAdd(UInt64(packetBytes), ordering: .relaxed)
        if isKeyframe { keyframes.wrappingAdd(1, ordering: .relaxed) }
    }

    /// Failures are tallied, with the last cause: never logged from that thread.
    func count(failure: @autoclosure () -> String) {
        failed.wrappingAdd(1, ordering: .relaxed)
        let text = failure()
        // A thread that reads the text at this moment gets the one before.
        lastFailure.withLockIfAvailable { $0 = text }
    }

    struct Snapshot {
        var encoded, keepAlives, keyframes, failed, bytes: UInt64
        var lastFailure: String
        /// What encoding took so far, all pictures together.
        var busy: Duration

        static let none = Snapshot(encoded: 0, keepAlives: 0, keyframes: 0, failed: 0, bytes: 0, lastFailure: "", busy: .zero)
    }

    var snapshot: Snapshot {
        Snapshot(
            encoded: encoded.load(ordering: .relaxed), keepAlives: keepAlives.load(ordering: .relaxed), keyframes: keyframes.load(ordering: .relaxed),
            failed: failed.load(ordering: .relaxed), bytes: bytes.load(ordering: .relaxed), lastFailure: lastFailure.withLock { $0 },
            busy: .nanoseconds(Int64(clamping: busyNanoseconds.load(ordering: .relaxed))))
    }

    /// What the last 256 pictures took; zero before the first.
    var encodeTimes: (median: Duration, worst: Duration) {
        let count = Int(min(encoded.load(ordering: .relaxed), UInt64(Self.kept)))
        let recent = (0..<count).map { times[$0].load(ordering: .relaxed) }.sorted()
        return (.microseconds(recent.isEmpty ? 0 : Int64(recent[count / 2])), .microseconds(Int64(recent.last ?? 0)))
    }
}
