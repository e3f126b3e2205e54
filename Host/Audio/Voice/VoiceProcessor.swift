import Synchronization

/// Processes a microphone: echo, noise, gain, high-pass, gate, equalizer and compressor, each switchable while it runs, without a click.
///
/// `process` belongs to the mixer's thread, allocates nothing and waits for nothing; the rest is for any other thread. What it
/// hands back is always exactly `delay` old, bit for bit what came in while all is off, so that nothing moves when it is switched:
/// the mixer, which pulls the microphone, asks for that much newer audio, and the reference should be that new too.
public final class VoiceProcessor: AudioInsert, @unchecked Sendable {
    // @unchecked: what stands under "the mixer's thread" belongs to it; all else is atomic or behind `control`.

    /// One quantum, always.
    public var delay: Duration { AudioFormat.quantum }

    private struct Control {
        var processing: VoiceProcessing = []
        /// Made when first wanted, then kept with what it has learnt.
        var canceller: EchoCanceller?
    }

    private let control = Mutex(Control())
    private let chains = Handover<VoiceChain>()
    private let echo = EchoFigures()

    // --- the mixer's thread ---
    /// A new chain runs unheard until its delays are full and its estimates begun, then is faded to.
    private static let warmUpQuanta = 10
    private static let fadeQuanta = 2
    private var current: Unmanaged<VoiceChain>?
    private var next: Unmanaged<VoiceChain>?
    private var quantaOfNext = 0
    private var isCancellerFresh = false
    private var stereo = StereoWatch()
    /// The quantum before, as it came in: what is handed back while all is off.
    private let before = PlanarQuantum()
    private let plain = PlanarQuantum()
    private let clean = PlanarQuantum()
    private let padded = PlanarQuantum()
    private let made = PlanarQuantum()
    private let coming = PlanarQuantum()
    private let padLeft = DelayBuffer(samples: EchoCanceller.delay)
    private let padRight = DelayBuffer(samples: EchoCanceller.delay)

    /// - Throws: `system` when it cannot be set up.
    public init(_ processing: VoiceProcessing = []) throws(AudioError) { try set(processing) }

    /// What was asked for last.
    public var processing: VoiceProcessing { control.withLock { $0.processing } }

    /// Echo return loss enhancement in dB over the last second of pure echo; `nil` while echo cancellation is off or none was
    /// heard yet.
    public var echoReductionDecibels: Double? { processing.contains(.echo) ? echo.reductionDecibels : nil }

    /// Changes the processing; heard within 120 ms, by a cross-fade of 20. Takes some milliseconds to set up.
    ///
    /// - Throws: `system` when it cannot be set up, or a library is not there; all stays as it was.
    public func set(_ processing: VoiceProcessing) throws(AudioError) {
        let failure = control.withLock { control -> AudioError? in
            guard control.processing != processing else { return nil }
            do throws(AudioError) {
                if processing.contains(.echo), control.canceller == nil { control.canceller = try EchoCanceller() }
                chains.offer(try VoiceChain(processing, canceller: processing.contains(.echo) ? control.canceller : nil))
                control.processing = processing
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    /// Mixer's thread, once for every quantum in order: processes 480 interleaved stereo sample frames in place.
    ///
    /// - Parameter reference: what the desktop sounded like in the 10 ms in which these samples were captured, interleaved stereo
    ///   as well; `nil` is silence.
    public func process(_ samples: UnsafeMutablePointer<Float>, reference: UnsafePointer<Float>?) {
        adoptNewest()
        let isDifferent = plain.split(samples)
        if next == nil, isOff(current) {
            before.interleave(into: samples)
            before.copy(from: plain)
            stereo = StereoWatch()
            isCancellerFresh = false
            return
        }
        if stereo.observe(isDifferent: isDifferent) { beginRight() }
        let faded = Float(quantaOfNext - Self.warmUpQuanta) / Float(Self.fadeQuanta)
        let start = next == nil ? 0 : max(0, faded)
        let end = next == nil ? 0 : max(0, faded + 1 / Float(Self.fadeQuanta))
        cancel(reference: reference, from: start, to: end)
        run(current, into: made)
        if next != nil {
            run(next, into: coming)
            if end > 0 { made.fade(to: coming, from: start, to: end) }
        }
        made.interleave(into: samples)
        before.copy(from: plain)
        advance()
    }

    private func adoptNewest() {
        guard next == nil, let newest = chains.newest, !isSame(newest, current) else { return }
        if isOff(newest), isOff(current) {
            current = newest
            chains.use(newest)
        } else {
            next = newest
            quantaOfNext = 0
        }
    }

    private func advance() {
        guard let next else { return }
        quantaOfNext += 1
        guard quantaOfNext == Self.warmUpQuanta + Self.fadeQuanta else { return }
        current = next
        self.next = nil
        chains.use(next)
        if canceller(of: next) == nil { isCancellerFresh = false }
    }

    /// From `plain` to `clean`, 128 samples later: with as much of the echo removed as the fade has come to.
    private func cancel(reference: UnsafePointer<Float>?, from start: Float, to end: Float) {
        clean.copy(from: plain)
        padded.copy(from: plain)
        padLeft.process(padded.left)
        padRight.process(padded.right)
        let old = canceller(of: current)
        let new = next == nil ? old : canceller(of: next)
        guard let canceller = old ?? new else { return clean.copy(from: padded) }
        let amount = { (weight: Float) in (old == nil ? 0 : 1 - weight) + (new == nil ? 0 : weight) }
        canceller._withUnsafeGuaranteedRef { canceller in
            if !isCancellerFresh {
                canceller.restart()
                echo.forget()
                isCancellerFresh = true
            }
            canceller.listen(reference)
            echo.count(canceller.processLeft(clean.left, from: amount(start), to: amount(end)))
            if stereo.isRunning { canceller.processRight(clean.right, from: amount(start), to: amount(end)) }
        }
        // The canceller's own delay may not be full yet.
        if amount(start) == 0, amount(end) == 0 { clean.copy(from: padded) }
    }

    /// From `clean` through a chain; through none, what came in a quantum ago.
    private func run(_ chain: Unmanaged<VoiceChain>?, into result: PlanarQuantum) {
        guard let chain, !isOff(chain) else { return result.copy(from: before) }
        result.copy(from: clean)
        chain._withUnsafeGuaranteedRef {
            $0.processLeft(result.left)
            if stereo.isRunning { $0.processRight(result.right) }
        }
        result.mixRight(ownFrom: stereo.ownFrom, ownTo: stereo.ownTo)
        chain._withUnsafeGuaranteedRef { $0.filter(result) }
    }

    private func beginRight() {
        padRight.copy(from: padLeft)
        current?._withUnsafeGuaranteedRef { $0.beginRight() }
        next?._withUnsafeGuaranteedRef { $0.beginRight() }
        if isCancellerFresh, let canceller = canceller(of: current) ?? canceller(of: next) {
            canceller._withUnsafeGuaranteedRef { $0.beginRight() }
        }
    }

    private func canceller(of chain: Unmanaged<VoiceChain>?) -> Unmanaged<EchoCanceller>? {
        chain?._withUnsafeGuaranteedRef { $0.canceller.map { .passUnretained($0) } }
    }

    private func isOff(_ chain: Unmanaged<VoiceChain>?) -> Bool {
        chain?._withUnsafeGuaranteedRef { $0.processing.isEmpty } ?? true
    }

    private func isSame(_ one: Unmanaged<VoiceChain>, _ other: Unmanaged<VoiceChain>?) -> Bool { one.toOpaque() == other?.toOpaque() }
}
