import Codec
import Delivery
import Frames
import Platform
import Synchronization

/// One encoding while it runs: its thread, the way of its packets to its targets, and what its links make of it.
final class RunningEncoding: Sendable {
    let id: Int
    let name: String
    let fanOut: FanOut
    let rates: RateCoordinator
    /// `nil` in a broadcast without a picture.
    let thread: EncodingThread?
    let messages: MessageTrack
    /// Pictures and their bytes, as the session's thread sees them.
    let seen = Mutex(Rates())
    /// What it is encoded in; `nil` until its encoder is open.
    let size = Mutex<PixelSize?>(nil)
    /// What encodes it now.
    let work: Mutex<EncoderAtWork>
    private let settings: Mutex<EncodingSettings>
    private let session: Mutex<SessionConfiguration>
    private let workers = Mutex<Workers>(Workers())

    private struct Workers: Sendable {
        var encode: Worker?
        var isFanOutRunning = false
    }

    var choice: EncodingChoice { settings.withLock { $0.choice } }
    /// The session's, with what this encoding is.
    var configuration: SessionConfiguration { settings.withLock { $0.configuration } }

    /// - Parameters:
    ///   - id: tells the encodings of a session apart.
    ///   - configuration: the session's.
    ///   - tap: gets every packet beside the targets.
    ///   - haveLinks: whether its targets have links that can be followed; asked when its encoder opens.
    init(
        _ id: Int, _ choice: EncodingChoice, _ configuration: SessionConfiguration, plan: StreamPlan, canvas: SharedCanvas,
        alignment: KeyframeAlignment?, tap: ReplayBuffer?, haveLinks: @escaping @Sendable () -> Bool,
        report: @escaping @Sendable (EncodingThread.Event) -> Void
    ) throws(SystemError) {
        let settings = EncodingSettings(choice, of: configuration)
        let own = settings.configuration
        (self.id, name, messages) = (id, choice.name, MessageTrack(coding: own.encoder.coding))
        work = Mutex(EncoderAtWork(name: own.encoder.text, problem: own.encoder == .x264 ? own.encoderProblem : ""))
        session = Mutex(configuration)
        self.settings = Mutex(settings)
        let wakeup = try Wakeup()
        let fanOut = try FanOut(plan.codings(with: own.encoder.coding), keyframes: KeyframeRequests { wakeup.signal() }, tap: tap)
        let rates = RateCoordinator(own, audioBitRate: plan.audio.map(\.bitsPerSecond).max() ?? 0)
        (self.fanOut, self.rates) = (fanOut, rates)
        guard configuration.streams != .audioOnly else {
            thread = nil
            return
        }
        let track = messages
        thread = EncodingThread(id, settings, canvas: canvas, wakeup: wakeup, keyframes: fanOut.keyframes, alignment: alignment) {
            (size) throws(DeliveryError) in
            try rates.open(size, hasLinks: haveLinks())
        } offer: {
            let packet = track.carry($0)
            if let trace = $0.trace { packet.follow(trace) }
            fanOut.offerVideo(packet, captureTime: $1)
        } report: {
            report($0)
        }
    }

    /// What it is from now on: the same codec and kind of rate.
    ///
    /// - Parameters:
    ///   - framesPerSecond: the session's from now on; `nil` for as before.
    ///   - canvasSize: that the canvas gets next; `nil` where it stays.
    ///   - size: what it is encoded in; `nil` before there is a canvas.
    /// - Throws: `.badSetting` where the limits of its bit rate exclude each other.
    func change(
        to choice: EncodingChoice, framesPerSecond: FrameRate? = nil, canvasSize: PixelSize? = nil, on size: PixelSize?
    ) throws(DeliveryError) {
        var new = EncodingSettings(choice, of: session.withLock { $0.with(framesPerSecond: framesPerSecond) })
        new.canvasSize = canvasSize
        // The user's latest word about the bit rate is mostly another than the options'.
        let hasRate = choice.bitRate != self.choice.bitRate
        try rates.change(new.configuration, size: size, quality: hasRate ? new.configuration.quality : nil)
        session.withLock { $0 = $0.with(framesPerSecond: framesPerSecond) }
        settings.withLock { $0 = new }
        thread?.change(to: new)
    }

    /// Once only.
    func start() throws(SystemError) {
        try fanOut.start()
        workers.withLock { $0.isFanOutRunning = true }
        guard let thread else { return }
        thread.enter()
        do throws(SystemError) {
            let worker = try Worker(name: "encode-\(name)") { thread.run() }
            workers.withLock { $0.encode = worker }
        } catch {
            thread.leave()
            throw error
        }
    }

    /// Has the encoder give what it holds; waits for it.
    @available(*, noasync)
    func stopEncoder() {
        thread?.stop()
        workers.withLock { $0.encode }?.join()
    }

    /// Hands on what was encoded. After its encoder, and after the audio when the broadcast ends.
    @available(*, noasync)
    func stopFanOut() {
        let isRunning = workers.withLock { workers in
            defer { workers.isFanOutRunning = false }
            return workers.isFanOutRunning
        }
        if isRunning { fanOut.stop() }
    }
}

extension [RunningEncoding] {
    /// The main one, or the first where no target wants that: what is told of the picture in short is told of it.
    var primary: RunningEncoding? { first { $0.name == EncodingChoice.main } ?? first }
}
