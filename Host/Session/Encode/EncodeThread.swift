import Codec
import Delivery
import Frames
import Intake
import Picture
import Platform
import Synchronization

/// The thread of the picture: takes the newest frame, converts what is damaged, blends the pointer in, encodes, hands the
/// packet on. While no agent delivers, a slate is encoded in place of the canvas, which stays what the agent made. Runs at nice 10,
/// and so do the encoder's own threads, which it starts: a busy encoder delays neither capture nor audio.
final class EncodeThread: @unchecked Sendable {
    // @unchecked: everything but the figures, the wake-up, the presence, the encoder targets, the phase and `isStopping` belongs to the thread.

    /// What the thread reports, rarely; the receiver must not wait.
    enum Event: Sendable {
        /// The canvas has its size and the encoder is open: targets can be made.
        case opened(StreamDescription, PixelSize)
        /// The encoder that was asked for failed, and the one in software of this name goes on.
        case encoderReplaced(by: String, CodecError)
        case failed(SessionError)
    }

    let figures = PictureFigures()
    let wakeup: Wakeup
    private let isStopping = Atomic<Bool>(false)
    private let presence = PresenceBox()
    /// Width and height of a screen that shows nothing yet, in one word; 0 for none.
    private let stillScreen = Atomic<UInt64>(0)
    private let shownPhase = Atomic<UInt8>(0)
    private let configuration: SessionConfiguration
    private let encoderTargets = NewestBox<EncoderTarget>()
    private let firstBitRate: @Sendable (PixelSize) throws(DeliveryError) -> Int
    private let slates: NewestBox<SlateMaker.Made>
    private let keyframes: KeyframeRequests
    private let offer: @Sendable (Packet, MediaTime) -> Void
    private let report: @Sendable (Event) -> Void
    private var cadence: Cadence
    private var composer: Composer?
    private var encoder: VideoEncoder?
    private var encoderTarget: EncoderTarget
    /// What the encoder gets instead of the canvas while the picture is smaller.
    private var reduced: ReducedPicture?
    /// The encoder that was asked for has failed once, and is not tried again.
    private var isReplaced = false
    /// A picture waits in the encoder for the next.
    private var isHeld = false
    /// Pictures that came to nothing, one after the other.
    private var failures = 0
    private static let mostFailures = 60
    private var hasChange = false
    /// Whether the canvas was painted anew, by another agent perhaps: it mostly shows what it did before.
    private var hasRepaint = false
    private var hasPicture = false
    private var absence: Absence
    /// The slate painted last.
    private var slate: Canvas?
    /// What stands in for the canvas.
    private var shownSlate: Canvas?
    /// When what is on the canvas was captured; moves on with each change.
    private var captureTime = MediaTime.zero
    /// Of the picture that is being encoded.
    private var shownTime = MediaTime.zero

    init(
        _ configuration: SessionConfiguration, wakeup: Wakeup, slates: NewestBox<SlateMaker.Made>, keyframes: KeyframeRequests,
        firstBitRate: @escaping @Sendable (PixelSize) throws(DeliveryError) -> Int,
        offer: @escaping @Sendable (Packet, MediaTime) -> Void, report: @escaping @Sendable (Event) -> Void
    ) {
        (self.configuration, self.wakeup, self.slates, self.keyframes) = (configuration, wakeup, slates, keyframes)
        (self.firstBitRate, self.offer, self.report) = (firstBitRate, offer, report)
        encoderTarget = EncoderTarget(bitRate: 0, mostFramesPerSecond: configuration.framesPerSecond)
        absence = Absence(holdTime: configuration.holdTime)
        cadence = Cadence(
            framesPerSecond: configuration.framesPerSecond, idleFramesPerSecond: configuration.idleFramesPerSecond,
            isConstant: configuration.isCadenceConstant)
    }

    /// Tells what became of the live agent. Any one thread; does not wait.
    func tell(_ presence: AgentPresence) {
        self.presence.post(presence)
        wakeup.signal()
    }

    /// An agent's screen stands still, and has sent no picture: from now on the slate goes out until there is one. Any thread; does not wait.
    ///
    /// - Parameter size: of that screen, upright; the canvas is made for it if there is none.
    func standIn(for size: PixelSize) {
        stillScreen.store(UInt64(size.width) << 32 | UInt64(size.height), ordering: .releasing)
        wakeup.signal()
    }

    /// What to make of the picture from now on. The session's thread; does not wait.
    func tell(_ target: EncoderTarget) {
        encoderTargets.post(target)
        wakeup.signal()
    }

    /// What viewers see. Any thread.
    var phase: Absence.Phase { Absence.Phase(rawValue: shownPhase.load(ordering: .relaxed)) ?? .waiting }

    /// Has `run` return soon. Any thread; does not wait.
    func stop() {
        isStopping.store(true, ordering: .releasing)
        wakeup.signal()
    }

    /// The thread's body; returns when stopping, after the encoder gave all it held.
    @available(*, noasync)
    func run(_ intake: Intake) {
        do throws(SessionError) {
            if let size = configuration.canvasSize { try open(size) }
            while !isStopping.load(ordering: .acquiring) {
                // Before the frames: what came in a pause is not painted over the last picture before its slate covers that.
                if let newest = presence.newest { absence.apply(newest, at: .now()) }
                // One at most: an agent faster than conversion would keep the encoder waiting for ever.
                if !isUncovered, let frame = intake.takeFrame() { try show(frame) }
                applyPointer(intake.pointer)
                applyTarget()
                try applyStillScreen()
                let now = MediaTime.now()
                followAbsence(at: now)
                let wantsKeyframe = hasPicture && keyframes.isDue(at: now)
                switch cadence.decide(at: now, hasChange: hasChange, hasRepaint: hasRepaint || isHeld, wantsKeyframe: wantsKeyframe) {
                case .encode(let reason): encode(reason, at: now)
                case .wait(let deadline): _ = wakeup.wait(until: min(deadline, absence.deadline ?? deadline))
                }
            }
            flush()
        } catch { report(.failed(error)) }
    }

    // MARK: The canvas

    /// Opens canvas and encoder. Here, on this thread: the encoder's threads inherit its niceness.
    private func open(_ size: PixelSize) throws(SessionError) {
        do throws(PictureError) { composer = try Composer(canvas: size, mode: configuration.aspect) } catch {
            throw SessionError(.badSetting, error.message, cause: error)
        }
        do throws(DeliveryError) { encoderTarget.bitRate = try firstBitRate(size) } catch {
            throw SessionError(.badSetting, error.message, cause: error)
        }
        do throws(CodecError) {
            let encoder = try VideoEncoder(try configuration.videoSettings(size, bitsPerSecond: encoderTarget.bitRate))
            try encoder.warmUp(composer!.canvas.view)
            self.encoder = encoder
            noteReplacement()
            report(.opened(encoder.stream, size))
        } catch { throw SessionError(.badSetting, error.message, cause: error) }
    }

    private func show(_ frame: consuming IncomingFrame) throws(SessionError) {
        if composer == nil { try open(SessionConfiguration.canvas(for: frame.orientation.upright(frame.geometry.size))) }
        guard let composer else { return }
        let isRepaint = !frame.continuesPrevious
        if isRepaint { composer.configure(geometry: frame.geometry, orientation: frame.orientation) }
        let damage = frame.damage
        let changed = frame.loan.withPixels { composer.update(from: $0, damage: damage) }
        absence.frame(of: frame.generation, isHidden: frame.isHidden, at: .now())
        if !changed.isEmpty, !hasPicture || !isCovered {
            captureTime = hasChange ? max(captureTime, frame.captureTime) : frame.captureTime
            if isRepaint, hasPicture { hasRepaint = true } else { (hasChange, hasPicture) = (true, true) }
        }
        // The loan ends here: the canvas holds what matters, the agent can have the slot.
    }

    private func applyStillScreen() throws(SessionError) {
        let packed = stillScreen.exchange(0, ordering: .acquiringAndReleasing)
        guard packed != 0, !hasPicture else { return }
        if composer == nil { try open(SessionConfiguration.canvas(for: PixelSize(width: Int(packed >> 32), height: Int(packed & 0xFFFF_FFFF)))) }
        absence.standIn()
    }

    private func applyPointer(_ feed: PointerFeed) {
        guard let composer else { return }
        if let shape = feed.takeShape() {
            shape.pixels.withUnsafeBytes { pixels in
                do throws(PictureError) {
                    try composer.setPointerImage(size: shape.size, hotX: shape.hotSpotX, hotY: shape.hotSpotY, pixels: pixels.baseAddress!)
                } catch { figures.count(failure: error.message) }
            }
        }
        if let position = feed.position { composer.movePointer(toX: position.x, y: position.y) } else { composer.hidePointer() }
        if composer.takePointerChange(), hasPicture, !isCovered {
            if !hasChange { captureTime = .now() }
            hasChange = true
        }
    }

    // MARK: The slate

    /// Viewers see something else than the canvas.
    private var isCovered: Bool { absence.slate != nil || encoderTarget.isStill }

    /// A pause whose slate is not painted yet.
    private var isUncovered: Bool { absence.slate == .pause && shownSlate == nil }

    /// Puts the slate in the canvas's place, or takes it away: a change of the picture either way.
    private func followAbsence(at now: MediaTime) {
        absence.advance(to: now)
        if let made = slates.take() { slate = made.canvas }
        shownPhase.store(absence.phase.rawValue, ordering: .relaxed)
        // Until the right slate is painted the one before is better than none.
        let wanted = isCovered ? slate : nil
        guard wanted !== shownSlate, hasPicture || wanted != nil else { return }
        (shownSlate, hasPicture) = (wanted, true)
        // With the canvas comes the frame that brought it back.
        if wanted != nil || !(hasChange || hasRepaint) { captureTime = now }
        hasChange = true
    }

    // MARK: The encoder

    /// A target that the encoder refuses is counted as a failure, and the encoder goes on as it was.
    private func applyTarget() {
        guard let composer, encoder != nil, let new = encoderTargets.take(), new != encoderTarget else { return }
        let old = encoderTarget
        encoderTarget = new
        if new.mostFramesPerSecond != old.mostFramesPerSecond { cadence.limit(framesPerSecond: new.mostFramesPerSecond) }
        do throws(CodecError) {
            if new.sizePercent != old.sizePercent || new.opening != old.opening {
                try reopen(composer.canvas, sizePercent: new.sizePercent)
            }
            try encoder?.setBitRate(new.bitRate, framesPerSecond: new.mostFramesPerSecond)
        } catch { figures.count(failure: error.description) }
    }

    /// Another encoder from the next picture on, which becomes a key frame with headers of its own. Takes some 10 ms.
    private func reopen(_ canvas: Canvas, sizePercent: Int) throws(CodecError) {
        let size = sizePercent == 100 ? canvas.size : canvas.size.reduced(toPercent: sizePercent)
        var settings = try configuration.videoSettings(size, bitsPerSecond: encoderTarget.bitRate)
        if isReplaced { settings = settings.inSoftware ?? settings }
        settings.repeatsHeaders = true
        let opened = try VideoEncoder(settings)
        let picture = size == canvas.size ? nil : ReducedPicture(size: size)
        try opened.warmUp(picture?.copy(of: canvas.view) ?? canvas.view)
        if hasPicture { try encoder?.flush(emit: handOn) }
        (encoder, reduced) = (opened, picture)
        noteReplacement()
        // Soon, even if nothing moves: viewers wait for it.
        if hasPicture { keyframes.request() }
    }

    private func encode(_ reason: Cadence.Reason, at now: MediaTime) {
        guard let composer, let encoder else { return }
        let wantsKeyframe = keyframes.take(at: now)
        shownTime = reason == .change ? captureTime : now
        let pts = cadence.encoded(at: now, captureTime: shownTime)
        do throws(CodecError) {
            if let shownSlate {
                try encoder.encode(sized(shownSlate.view), at: pts, wantsKeyframe: wantsKeyframe, emit: handOn)
            } else {
                try composer.withPointerBlended { (picture) throws(CodecError) in
                    try encoder.encode(sized(picture), at: pts, wantsKeyframe: wantsKeyframe, emit: handOn)
                }
            }
            figures.count(reason, took: .now() - now)
            failures = 0
        } catch { noteFailure(error) }
        noteReplacement()
        isHeld = encoder.holdsPicture && (hasChange || hasRepaint)
        (hasChange, hasRepaint) = (false, false)
    }

    /// One picture that is lost is counted; an encoder that makes nothing any more, and has no replacement, ends the broadcast.
    private func noteFailure(_ error: CodecError) {
        figures.count(failure: error.description)
        failures += 1
        guard failures == Self.mostFailures else { return }
        report(.failed(SessionError(.failed, "the encoder \(configuration.encoder.text) fails: \(error.message): start again with --encoder x264")))
    }

    private func noteReplacement() {
        guard !isReplaced, let encoder, let failure = encoder.failure else { return }
        isReplaced = true
        report(.encoderReplaced(by: EncoderName.text(of: encoder.settings.encoder), failure))
    }

    private func sized(_ picture: I420View) -> I420View { reduced?.copy(of: picture) ?? picture }

    private func flush() {
        guard let encoder, hasPicture else { return }
        do throws(CodecError) { try encoder.flush(emit: handOn) } catch { figures.count(failure: error.description) }
    }

    private func handOn(_ packet: Packet) {
        figures.count(packetBytes: packet.byteCount, isKeyframe: packet.isKeyframe)
        offer(packet, shownTime)
    }
}
