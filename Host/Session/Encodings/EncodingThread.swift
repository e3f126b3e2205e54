import Codec
import Delivery
import Frames
import Picture
import Platform
import Synchronization

/// The thread of one encoding: decides when the picture is encoded, brings it to the encoding's size, encodes, hands the packet on. The
/// encoder's own threads are started by this one, and are as urgent.
final class EncodingThread: @unchecked Sendable {
    // @unchecked: everything but the figures, the wake-up, what it is told and `isStopping` belongs to the thread.

    /// What the thread reports, rarely; the receiver must not wait.
    enum Event: Sendable {
        /// The encoder is open: targets can be made.
        case opened(StreamDescription, PixelSize)
        /// It goes on in another size.
        case resized(PixelSize)
        /// The encoder that was asked for failed, and the one in software of this name goes on.
        case encoderReplaced(by: String, CodecError)
        /// What the driver of an encoder wrote.
        case driverWrote(String)
        /// The clip for the time without a picture cannot be joined to the stream: why.
        case clipRefused(String)
        case failed(SessionError)
    }

    let figures = PictureFigures()
    let wakeup: Wakeup
    let isStopping = Atomic<Bool>(false)
    let id: Int
    private var choice: EncodingChoice
    var configuration: SessionConfiguration
    let canvas: SharedCanvas
    let encoderTargets = NewestBox<EncoderTarget>()
    let changes = NewestBox<EncodingSettings>()
    /// What waits for the canvas to have its size.
    var awaiting: (settings: EncodingSettings, until: MediaTime)?
    let wantsHeaders = Atomic<Bool>(false)
    /// How often another encoder was asked for, without a change.
    let restarts = Atomic<Int>(0)
    let restarted = Mutex(Restarted())
    private let firstBitRate: @Sendable (PixelSize) throws(DeliveryError) -> Int
    let keyframes: KeyframeRequests
    private let offer: @Sendable (Packet, MediaTime) -> Void
    let report: @Sendable (Event) -> Void
    var cadence: Cadence
    /// A clip, or none, for the time without a picture.
    let clips = NewestBox<(clip: EncodedClip?, Void)>()
    var playback = ClipPlayback() { didSet { sendsClip.store(playback.isPlaying, ordering: .relaxed) } }
    /// What goes out is the clip, and not the canvas. Any thread.
    let sendsClip = Atomic<Bool>(false)
    /// No picture goes out.
    var isResting = false
    /// The next picture follows what the encoder has not made.
    var needsKeyframe = false
    /// What the encoder was opened with, at full size.
    let opened = Mutex<VideoSettings?>(nil)
    var encoder: VideoEncoder?
    var encoderTarget: EncoderTarget
    /// What waits for the next aligned key frame.
    private var postponed: EncoderTarget?
    /// At full quality.
    private var size = PixelSize(width: 0, height: 0)
    /// What the encoder gets instead of the canvas: smaller, or while the next frame is converted meanwhile.
    var own: EncodingPicture?
    var pace: EncodingPace
    /// The encoder that was asked for has failed once, and is not tried again.
    var isReplaced = false
    /// A picture waits in the encoder for the next.
    private var isHeld = false
    /// Pictures that came to nothing, one after the other.
    var failures = 0
    /// Of the picture that is being encoded, if somebody asks for it.
    var trace: PacketTrace?
    static let mostFailures = 60
    /// When what is being encoded was captured, and what was before.
    var shownTime = MediaTime.zero
    private var captureTimes = CaptureTimes()

    /// - Parameters:
    ///   - id: tells the encodings apart.
    ///   - settings: what it is to begin with.
    ///   - wakeup: signalled by the canvas, and by those who want a key frame.
    init(
        _ id: Int, _ settings: EncodingSettings, canvas: SharedCanvas, wakeup: Wakeup, keyframes: KeyframeRequests,
        alignment: KeyframeAlignment? = nil,
        firstBitRate: @escaping @Sendable (PixelSize) throws(DeliveryError) -> Int,
        offer: @escaping @Sendable (Packet, MediaTime) -> Void, report: @escaping @Sendable (Event) -> Void
    ) {
        (self.id, choice, configuration) = (id, settings.choice, settings.configuration)
        (self.canvas, self.wakeup, self.keyframes) = (canvas, wakeup, keyframes)
        (self.firstBitRate, self.offer, self.report) = (firstBitRate, offer, report)
        encoderTarget = EncoderTarget(bitRate: 0, mostFramesPerSecond: configuration.framesPerSecond)
        pace = EncodingPace(framesPerSecond: configuration.framesPerSecond)
        cadence = Cadence(
            framesPerSecond: configuration.framesPerSecond, idleFramesPerSecond: configuration.idleFramesPerSecond,
            isConstant: configuration.isCadenceConstant, alignment: alignment)
    }

    /// The thread's body, after `enter`; returns when stopping, after the encoder gave all it held.
    @available(*, noasync)
    func run() {
        EncoderPriority.claim(configuration.encoderNiceness)
        defer { leave() }
        do throws(SessionError) {
            while !isStopping.load(ordering: .acquiring) {
                guard encoder != nil else {
                    if let canvasSize = canvas.withState({ $0.size }) { try open(canvasSize) } else { _ = wakeup.wait() }
                    continue
                }
                let now = MediaTime.now()
                guard cadence.mayBegin(at: now) else {
                    _ = wakeup.wait(until: now + .milliseconds(10))
                    continue
                }
                if cadence.mayBeginAnew(at: now) {
                    try applyChange()
                    applyRestart(at: now)
                }
                applyTarget(at: now)
                if let next = try playClip(at: now) {
                    _ = wakeup.wait(until: next)
                    continue
                }
                let (pending, hasPicture) = canvas.withState { ($0.pending(of: id), $0.hasPicture) }
                let wantsKeyframe = hasPicture && !cadence.keepsKeyframes && (needsKeyframe || keyframes.isDue(at: now))
                let decision = cadence.decide(
                    at: now, hasChange: pending.hasChange, hasRepaint: pending.hasRepaint || isHeld, wantsKeyframe: wantsKeyframe,
                    isFine: encoder?.isFine ?? true)
                switch decision {
                case .encode(let reason): encode(reason, at: now)
                case .wait(let deadline): _ = wakeup.wait(until: deadline)
                }
            }
            flush()
        } catch { report(.failed(error)) }
    }

    // MARK: The encoder

    /// Here, on this thread: the encoder's threads inherit its priority.
    private func open(_ canvasSize: PixelSize) throws(SessionError) {
        if let problem = choice.problem(on: canvasSize) { throw SessionError(.badSetting, problem) }
        size = choice.size(on: canvasSize)
        do throws(DeliveryError) { encoderTarget.bitRate = try firstBitRate(size) } catch {
            throw SessionError(.badSetting, error.message, cause: error)
        }
        do throws(CodecError) {
            var settings = try configuration.videoSettings(size, bitsPerSecond: encoderTarget.bitRate)
            settings.repeatsHeaders = wantsHeaders.load(ordering: .acquiring)
            let encoder = try makeEncoder(settings)
            own = blankPicture(size)
            try encoder.warmUp(own!.view)
            self.encoder = encoder
            noteReplacement()
            publish()
            report(.opened(encoder.stream, size))
        } catch { throw SessionError(.badSetting, error.message, cause: error) }
    }

    /// What was asked of the encoding, and what the canvas has become.
    private func applyChange() throws(SessionError) {
        guard let canvasSize = canvas.withState({ $0.size }), let encoder else { return }
        let new = takeChange(on: canvasSize)
        if let new { (choice, configuration) = (new.choice, new.configuration) }
        let wanted = choice.size(on: canvasSize)
        let wantsHeaders = wantsHeaders.load(ordering: .acquiring) && !encoder.settings.repeatsHeaders
        guard new != nil || wanted != size || wantsHeaders else { return }
        let isResized = wanted != size
        size = wanted
        do throws(CodecError) {
            var settings = try settings(percent: encoderTarget.sizePercent)
            // What an encoder at work takes, or is told with its next target.
            (settings.repeatsHeaders, settings.bitsPerSecond) = (encoder.settings.repeatsHeaders, encoder.settings.bitsPerSecond)
            if let factor = settings.constantQuality {
                try encoder.setQuality(factor)
            }
            if wantsHeaders || settings != encoder.settings { try reopen(sizePercent: encoderTarget.sizePercent) }
        } catch { throw SessionError(.failed, "encoding \(choice.name): \(error.message)", cause: error) }
        if isResized { report(.resized(wanted)) }
    }

    /// A target that the encoder refuses is counted as a failure, and the encoder goes on as it was.
    private func applyTarget(at now: MediaTime) {
        let due = cadence.mayBeginAnew(at: now) ? postponed : nil
        guard var new = encoderTargets.take() ?? due, new != encoderTarget else { return }
        let old = encoderTarget
        postponed = nil
        if new.sizePercent != old.sizePercent || new.opening != old.opening, !cadence.mayBeginAnew(at: now) {
            postponed = new
            (new.sizePercent, new.opening) = (old.sizePercent, old.opening)
        }
        encoderTarget = new
        if new.mostFramesPerSecond != old.mostFramesPerSecond {
            cadence.limit(framesPerSecond: new.mostFramesPerSecond)
            pace.limit(framesPerSecond: new.mostFramesPerSecond)
        }
        if new.isStill != old.isStill { canvas.withState { $0.setStill(new.isStill, for: id, at: .now()) } }
        do throws(CodecError) {
            if new.sizePercent != old.sizePercent || new.opening != old.opening { try reopen(sizePercent: new.sizePercent) }
            try encoder?.setBitRate(new.bitRate, framesPerSecond: new.mostFramesPerSecond)
            // After a change of the preset, one of before may come once more.
            if let encoder, let effort = new.effort, encoder.settings.efforts.contains(effort) { try encoder.setEffort(effort) }
        } catch { figures.count(failure: error.description) }
    }

    /// Another encoder from the next picture on, which becomes a key frame with headers of its own. Takes some 10 ms.
    func reopen(sizePercent: Int) throws(CodecError) {
        let settings = try settings(percent: sizePercent)
        let opened = try makeEncoder(settings)
        let picture = blankPicture(settings.size)
        try opened.warmUp(picture.view)
        let hasPicture = canvas.withState { state in
            state.forget(id)
            return state.hasPicture
        }
        if hasPicture { try encoder?.flush(emit: handOn) }
        (encoder, own) = (opened, picture)
        noteReplacement()
        publish()
        if let effort = encoderTarget.effort, settings.efforts.contains(effort) { try opened.setEffort(effort) }
        // Soon, even if nothing moves: viewers wait for it.
        if hasPicture { keyframes.request() }
    }

    /// For an encoder that takes the place of another.
    private func settings(percent: Int) throws(CodecError) -> VideoSettings {
        var settings = try configuration.videoSettings(
            percent == 100 ? size : size.reduced(toPercent: percent), bitsPerSecond: encoderTarget.bitRate)
        if isReplaced { settings = settings.inSoftware ?? settings }
        (settings.repeatsHeaders, settings.isReduced) = (true, percent != 100)
        return settings
    }

    // MARK: A picture

    private func encode(_ reason: Cadence.Reason, at now: MediaTime) {
        guard let encoder else { return }
        let isAsked = !cadence.keepsKeyframes && keyframes.take(at: now) || needsKeyframe
        var isChanged = false
        do throws(CodecError) {
            if let picture = ownPicture(of: encoder.settings.size) {
                var pts: MediaTime?
                let changed: Damage?? = canvas.withState { state in
                    state.take(id) { (view, pending) in
                        pts = time(reason, pending, at: now)
                        isChanged = pending.hasChange || pending.hasRepaint
                        return picture.update(from: view, changed: pending.changed)
                    }
                }
                // The canvas works on meanwhile.
                if let pts, let changed {
                    let wantsKeyframe = isAsked || takesAligned(pts, at: now)
                    try encoder.encode(picture.view, changed: changed, at: pts, wantsKeyframe: wantsKeyframe, emit: handOn)
                }
            } else {
                _ = try canvas.withState { (state) throws(CodecError) in
                    try state.take(id) { (view, pending) throws(CodecError) in
                        let pts = time(reason, pending, at: now)
                        isChanged = pending.hasChange || pending.hasRepaint
                        let wantsKeyframe = isAsked || takesAligned(pts, at: now)
                        try encoder.encode(view, changed: pending.changed, at: pts, wantsKeyframe: wantsKeyframe, emit: handOn)
                    }
                }
            }
            let took = MediaTime.now() - now
            figures.count(isKeepAlive: reason == .keepAlive, took: took)
            pace.encoded(in: took)
            (failures, needsKeyframe) = (0, false)
        } catch {
            // What was pending is in no picture.
            canvas.withState { $0.forget(id) }
            noteFailure(error)
        }
        noteReplacement()
        publish()
        isHeld = encoder.holdsPicture && isChanged
    }

    private func time(_ reason: Cadence.Reason, _ pending: PendingPicture, at now: MediaTime) -> MediaTime {
        shownTime = reason == .change ? pending.captureTime : now
        if reason == .change { trace = canvas.tracer.claim(shownTime, by: id, at: now) }
        let pts = cadence.encoded(at: now, captureTime: shownTime, changeCount: reason == .change ? pending.changeCount : nil)
        captureTimes.note(shownTime, of: pts)
        return pts
    }

    private func flush() {
        guard let encoder, canvas.withState({ $0.hasPicture }) else { return }
        do throws(CodecError) { try encoder.flush(emit: handOn) } catch { figures.count(failure: error.description) }
    }

    func handOn(_ packet: Packet) {
        follow(packet)
        let time = captureTimes.time(of: packet.pts) ?? shownTime
        figures.count(packetBytes: packet.byteCount, isKeyframe: packet.isKeyframe, delay: MediaTime.now() - time)
        offer(packet, time)
    }
}
