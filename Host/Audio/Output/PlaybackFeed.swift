import Platform
import Synchronization

/// Brings quanta from the mixer's clock to a sink's: a followed source read backwards, by the sink's demand.
///
/// `play` belongs to the mixer's thread, `fill` to libpulse's; neither waits nor allocates. What the sink does not take in
/// time is dropped; what it wants and is not there is silence. The delay between both does not grow.
final class PlaybackFeed: StreamSlots, @unchecked Sendable {
    // @unchecked: what is under "libpulse's thread" belongs to it; all else is constant or atomic.

    /// From `play` to `fill`. A quantum is 10 ms, the sink asks for another 10 at a time; the rest is for scheduling.
    private static let leastDelay: Duration = .milliseconds(30)
    private static let mostDelay: Duration = .milliseconds(80)
    /// By how much a shortage makes it wait longer from then on.
    private static let delayStep: Duration = .milliseconds(5)

    let followed = FollowedSource(name: "playback")
    private let opened = Atomic<Bool>(false)
    private let ending = Atomic<Bool>(false)
    private let quiet = Atomic<Bool>(true)
    private let pulled: Wakeup

    // --- libpulse's thread ---
    /// Relates sample frames asked for to our clock.
    private var sinkClock = ClockFollower()
    private var position: Int64 = 0
    private var gate = PlaybackGate()
    private var delay = leastDelay
    private var shortages = 0

    /// Throws when the process is out of descriptors.
    init() throws(SystemError) { pulled = try Wakeup() }

    var count: Int { 1 }

    func makeStream(on slot: Int, of client: PulseClient, title: String) -> any PulseStream {
        sinkClock = ClockFollower()
        position = 0
        gate = PlaybackGate()
        return PulsePlaybackStream(client: client, number: slot, title: title, feed: self)
    }

    func retire(_ slot: Int, _ isRetiring: Bool) {}

    func closed(_ slot: Int) {
        opened.store(false, ordering: .relaxed)
        quiet.store(true, ordering: .relaxed)
        pulled.signal()
    }

    /// The mixer's thread: one quantum, bearing the time at which it is given. Nothing is kept while no sink is open.
    func play(_ quantum: UnsafePointer<Float>, at time: MediaTime) {
        guard opened.load(ordering: .relaxed) else { return }
        followed.ring.write(quantum, sampleFrames: AudioFormat.quantumSampleFrames, capturedAt: time)
    }

    /// libpulse's thread: the sink asks for what follows; once before the quanta of one request. From the first time on it is open,
    /// which may be a second after the stream was made: an idle sink wakes up late.
    func demand(at now: MediaTime) {
        opened.store(true, ordering: .relaxed)
        // The first request fills the server's buffer and says nothing about the sink's clock.
        if position > 0 { sinkClock.observe(position: position, at: now) }
    }

    /// libpulse's thread: the next quantum for the sink.
    func fill(_ samples: UnsafeMutablePointer<Float>) {
        if sinkClock.isSettled {
            followed.pull(sinkClock.time(at: position) - delay, isCatchingUp: false, into: samples)
            if followed.figures.underruns != shortages {
                shortages = followed.figures.underruns
                delay = min(delay + Self.delayStep, Self.mostDelay)
            }
        } else {
            samples.update(repeating: 0, count: AudioFormat.quantumFloats)
        }
        position += Int64(AudioFormat.quantumSampleFrames)
        gate.apply(to: samples, isEnding: ending.load(ordering: .relaxed))
        guard gate.isSilent != quiet.load(ordering: .relaxed) else { return }
        quiet.store(gate.isSilent, ordering: .relaxed)
        if gate.isSilent { pulled.signal() }
    }

    /// A control thread: fades out and waits until the sink has been given silence, then `draining` for what the server still
    /// holds. `patience` is the limit of the first.
    @available(*, noasync)
    func end(within patience: Duration, draining: Duration) {
        ending.store(true, ordering: .relaxed)
        guard !quiet.load(ordering: .relaxed) else { return }
        let limit = MediaTime.now() + patience
        while !quiet.load(ordering: .relaxed), MediaTime.now() < limit { _ = pulled.wait(until: limit) }
        let drained = MediaTime.now() + draining
        while opened.load(ordering: .relaxed), MediaTime.now() < drained { _ = pulled.wait(until: drained) }
    }

    func begin() { ending.store(false, ordering: .relaxed) }
}
