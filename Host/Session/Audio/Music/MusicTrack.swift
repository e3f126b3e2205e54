import Audio
import Codec
import Platform
import Synchronization

/// One file or address on its way through the player: a thread that opens it, keeps the buffer full, and waits until it
/// has been heard.
final class MusicTrack: Sendable {
    /// What it tells its player, from its own thread, in this order: `ready` or `failed`; after `ready` in the end `finished`
    /// or `failed`, unless it was told to end.
    enum Changes {
        case ready
        case finished
        case failed(CodecError)
    }

    /// Decoded before it is handed over, and again after it ran dry.
    static let prefillSampleFrames = 9600

    let number: Int
    let location: AudioLocation
    let buffer = TrackBuffer()
    /// Signalled by the mixer when there is much room again or the last sample was taken, and by `end`. A wait that takes the signal looks at
    /// all that it may mean.
    let wakeup: Wakeup
    private let limits: MusicLimits
    private let settings: DecoderSettings
    private let looping: Atomic<Bool>
    private let isEnding = Atomic<Bool>(false)
    private let drained = Atomic<Bool>(false)
    /// The mixer's thread may use it; see `letGo`.
    private let isHeld = Atomic<Bool>(false)
    private let done = Atomic<Bool>(false)
    private let passSampleFrames = Atomic<Int64>(0)
    private let statedNanoseconds = Atomic<Int64>(0)
    private let worker = Mutex<Worker?>(nil)

    init(_ number: Int, _ location: AudioLocation, isLooping: Bool, limits: MusicLimits, settings: DecoderSettings) throws(SystemError) {
        (self.number, self.location, self.limits, self.settings) = (number, location, limits, settings)
        looping = Atomic(isLooping)
        wakeup = try Wakeup()
    }

    // --- any thread ---

    var isLooping: Bool {
        get { looping.load(ordering: .relaxed) }
        set { looping.store(newValue, ordering: .relaxed) }
    }
    var isDone: Bool { done.load(ordering: .acquiring) }

    var duration: Duration? {
        let frames = passSampleFrames.load(ordering: .relaxed)
        if frames > 0 { return AudioFormat.span(ofSampleFrames: Int(frames)) }
        let stated = statedNanoseconds.load(ordering: .relaxed)
        return stated > 0 ? .nanoseconds(stated) : nil
    }

    var position: Duration {
        let (taken, pass) = (buffer.taken, Int(passSampleFrames.load(ordering: .relaxed)))
        // The end of the last pass is the end, not the start.
        return AudioFormat.span(ofSampleFrames: pass > 0 && taken > pass ? (taken - 1) % pass + 1 : taken)
    }

    func start(_ report: @escaping @Sendable (Changes) -> Void) throws(SystemError) {
        let made = try Worker(name: "music") { [self] in
            run(report)
            // SYNC POINT track-done
            done.store(true, ordering: .releasing)
        }
        worker.withLock { $0 = made }
    }

    /// Asks the thread to end: at once, also while it waits for an address.
    func end() {
        isEnding.store(true, ordering: .relaxed)
        wakeup.signal()
    }

    @available(*, noasync)
    func join() { worker.withLock { $0.take() }?.join() }

    /// Before the mixer's thread may see it.
    func keep() { isHeld.store(true, ordering: .relaxed) }

    /// The mixer's thread, or a thread that knows that it does not run: does not touch the track again. Never waits.
    /// - Parameter isDrained: its last sample was taken.
    func letGo(isDrained: Bool) {
        if isDrained { drained.store(true, ordering: .relaxed) }
        wakeup.signal()
        // SYNC POINT track-let-go: the very last touch; the thread, which keeps the track alive, ends after it.
        isHeld.store(false, ordering: .releasing)
    }

    // --- its own thread ---

    private func run(_ report: (Changes) -> Void) {
        var failure: CodecError?
        var isReady = false
        do throws(CodecError) {
            try decode {
                guard !isReady else { return }
                isReady = true
                report(.ready)
            }
        } catch { failure = error }
        buffer.finish()
        if !isReady, buffer.available > 0, !isEnding.load(ordering: .relaxed) {
            isReady = true
            report(.ready)
        }
        if isReady { waitUntilHeard() }
        if !isEnding.load(ordering: .relaxed) { report(failure.map { .failed($0) } ?? .finished) }
        // SYNC POINT track-let-go. Looked at every few milliseconds, since the mixer's signal comes before it lets go.
        while isHeld.load(ordering: .acquiring) { _ = wakeup.wait(until: .now() + .milliseconds(20)) }
    }

    /// Calls `onPrefilled` each time that there is enough to begin with.
    private func decode(_ onPrefilled: () -> Void) throws(CodecError) {
        // Its process ends with it.
        let reader = try MusicDecoder(location, isLooping: isLooping, limits: limits, settings: settings, wakeup: wakeup) { [self] in
            isEnding.load(ordering: .relaxed)
        }
        statedNanoseconds.store(reader.duration?.inNanoseconds ?? 0, ordering: .relaxed)
        while !isEnding.load(ordering: .relaxed), var samples = try reader.next() {
            while !samples.isEmpty, !isEnding.load(ordering: .relaxed) {
                let count = buffer.write(samples)
                samples = UnsafeBufferPointer(rebasing: samples[(count * AudioFormat.channels)...])
                if buffer.available >= Self.prefillSampleFrames { onPrefilled() }
                // The mixer signals at half full.
                if !samples.isEmpty { _ = wakeup.wait() }
            }
            reader.isLooping = isLooping
            if let pass = reader.passSampleFrames { passSampleFrames.store(pass, ordering: .relaxed) }
        }
        if let pass = reader.passSampleFrames { passSampleFrames.store(pass, ordering: .relaxed) }
    }

    /// The mixer's thread says so.
    private func waitUntilHeard() {
        while !isEnding.load(ordering: .relaxed), !drained.load(ordering: .relaxed) { _ = wakeup.wait() }
    }
}
