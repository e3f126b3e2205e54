public import Platform
import Synchronization

/// Mixes any number of sources, up to 16, into one steady stream: 480 sample frames every 10 ms of the monotonic clock,
/// from the moment it starts, whatever the sources do.
///
/// The quantum delivered at the instant C holds what was captured from C − `delay` − `lookahead` on and bears exactly that time.
/// Timestamps advance by 10 ms a quantum and never otherwise: the number of samples delivered always equals the time
/// elapsed, but for the lead: a source with an offset below 0 makes everything that much later, once, and the times go on without a gap.
/// After a stall the mixer catches up; what lies further back than `catchUpLimit` is filled with silence. Quanta of which nothing comes before the
/// last of them (`Patience`) are mixed together, when that one is due.
///
/// `start`, `stop`, `add` and `remove` are for control threads.
public final class Mixer: @unchecked Sendable {
    // @unchecked: `sum`, `openness` and the limiter belong to the mixer's thread; the rest is constant, atomic or behind `phase`.

    /// Called on the mixer's thread with 480 interleaved stereo sample frames, valid during the call, and the time of the
    /// first. It may encode, which is what the thread is for; it must not wait, log or await.
    public typealias Delivery = @Sendable (_ samples: UnsafePointer<Float>, _ time: MediaTime) -> Void

    /// Called on the mixer's thread: how many quanta have to come until the delivery makes something of them, so that the thread may sleep until
    /// the last of them is due. 1 or more.
    public typealias Patience = @Sendable () -> Int

    private enum Phase {
        case fresh
        case running(Worker)
        case stopped
    }

    public let settings: MixerSettings
    private let delivery: Delivery
    private let patience: Patience
    /// Of quanta together.
    private static let mostTogether = 4
    private let table = SourceTable()
    private let meter = LevelMeter()
    private let loudnessMeter: LoudnessMeter
    private let limiter = MixLimiter()
    private let ducking = Ducking()
    private let muted = Atomic<Bool>(false)
    /// The mixer's thread.
    private var openness = Openness(value: 1)
    /// The mixer's thread. Quanta by which everything is later, so that a source can be earlier; never fewer again.
    private var lead = 0
    private let figures = MixerFigures()
    private let isStopping = Atomic<Bool>(false)
    private let wakeup: Wakeup
    private let phase = Mutex<Phase>(.fresh)
    private let sum: UnsafeMutablePointer<Float>

    /// Throws `system` when the process is out of descriptors.
    public init(
        _ settings: MixerSettings = MixerSettings(), patience: @escaping Patience = { 1 }, delivery: @escaping Delivery
    ) throws(AudioError) {
        (self.settings, self.patience, self.delivery) = (settings, patience, delivery)
        loudnessMeter = LoudnessMeter()
        do { wakeup = try Wakeup() } catch { throw AudioError(.system, "the mixer cannot be set up: \(error)", cause: error) }
        sum = .allocate(capacity: AudioFormat.quantumFloats)
        sum.initialize(repeating: 0, count: AudioFormat.quantumFloats)
    }

    deinit { sum.deallocate() }

    /// Starts the mixer's thread; the first quantum is delivered at once. Once per mixer.
    public func start() throws(AudioError) {
        let failure = phase.withLock { phase -> AudioError? in
            guard case .fresh = phase else { return AudioError(.alreadyInUse, "this mixer was started before; create another") }
            do {
                phase = .running(try Worker(name: "mixer") { [self] in run() })
                return nil
            } catch {
                return AudioError(.system, "the mixer's thread cannot be started: \(error)", cause: error)
            }
        }
        if let failure { throw failure }
    }

    /// Ends the thread and waits for it (what a delivery takes). Nothing is delivered after it returns.
    /// Must be called before a started mixer is let go; calling it again does nothing.
    @available(*, noasync)
    public func stop() {
        isStopping.store(true, ordering: .relaxed)
        wakeup.signal()
        phase.withLock { phase in
            if case .running(let worker) = phase { worker.join() }
            phase = .stopped
            table.settle()
        }
    }

    /// Adds a source, before or while the mixer runs; it fades in over 5 ms, and nothing else of the mix changes.
    ///
    /// - Throws: `tooManySources` beyond 16, `alreadyInUse` for a source that is in the mix, `system` without memory.
    @discardableResult
    public func add(_ source: any AudioSource, _ settings: SourceSettings = SourceSettings()) throws(AudioError) -> MixerSource {
        let made = try MixerSource(source, settings)
        try table.add(made)
        return made
    }

    /// Fades a source out over 5 ms and lets it go; its recorder gets silence from then on. Returns at once.
    public func remove(_ source: MixerSource) {
        table.remove(source)
        phase.withLock { phase in
            if case .running = phase { return }
            table.settle()
        }
    }

    /// Mutes everything, whatever the sources' own mutes are, which it leaves alone; a ramp of 5 ms.
    public var isMuted: Bool {
        get { muted.load(ordering: .relaxed) }
        set { muted.store(newValue, ordering: .relaxed) }
    }

    /// By how many decibels `background` sources step back while a `speech` source is heard; `nil` when they do not. 1...40.
    public var duckingDecibels: Double? {
        get { ducking.depthDecibels > 0 ? Double(ducking.depthDecibels) : nil }
        set { ducking.depthDecibels = Float(newValue ?? 0) }
    }

    public var loudness: LoudnessReading { loudnessMeter.reading }

    /// The level of the whole mix, after the limiter.
    public var level: AudioLevel { meter.level }
    public var sources: [MixerSource] { table.sources }
    public var statistics: MixerStatistics { figures.snapshot(level: level) }

    private func run() {
        Urgency.claim()
        let start = MediaTime.now()
        var index: Int64 = 0
        while !isStopping.load(ordering: .relaxed) {
            let count = Int64(min(max(1, patience()), Self.mostTogether))
            let due = AudioFormat.start(ofQuantum: index + count - 1, after: start)
            if MediaTime.now() < due, wakeup.wait(until: due) { continue }
            for _ in 0..<count where !isStopping.load(ordering: .relaxed) {
                step(to: AudioFormat.start(ofQuantum: index, after: start))
                index += 1
            }
        }
    }

    /// One quantum.
    private func step(to clock: MediaTime) {
        let isCatchingUp = (MediaTime.now() - clock).inNanoseconds > settings.catchUpLimit.inNanoseconds
        let isHeld = lead * AudioFormat.quantumSampleFrames < table.lead
        mix(clock - settings.delay, isCatchingUp: isCatchingUp, isHeld: isHeld)
        if isHeld { lead += 1 } else { figures.countQuantum(isFilled: isCatchingUp) }
    }

    /// One quantum, from the sources to the delivery; one that is held stays with the sources.
    private func mix(_ time: MediaTime, isCatchingUp: Bool, isHeld: Bool) {
        let start = Worker.processorTime
        table.take(time, isCatchingUp: isCatchingUp, isAllMuted: isMuted, isHeld: isHeld)
        guard !isHeld else { return figures.count(processorTime: Worker.processorTime - start) }
        sum.update(repeating: 0, count: AudioFormat.quantumFloats)
        let heard = time - .milliseconds(10 * lead)
        table.release(heard, lead: lead * AudioFormat.quantumSampleFrames, isAllMuted: isMuted, ducking: ducking, into: sum)
        if !openness.apply(isOpen: !isMuted, to: sum) { sum.update(repeating: 0, count: AudioFormat.quantumFloats) }
        figures.count(limitedSamples: limiter.process(sum))
        meter.measure(sum, isClipped: limiter.wasOver)
        loudnessMeter.measure(sum)
        figures.count(processorTime: Worker.processorTime - start)
        delivery(sum, heard - MixLimiter.lookahead)
    }
}
