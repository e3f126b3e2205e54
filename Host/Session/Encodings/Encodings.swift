import Codec
import Delivery
import Frames
import Platform
import Synchronization

/// The encodings of a session: the main one, and those that targets name, each made when a target first wants it and ended with the last.
/// Any thread; what blocks says so.
final class Encodings: TargetEncodings, Sendable {
    let canvas: SharedCanvas
    let configuration: SessionConfiguration
    private let plan: StreamPlan
    /// Gets what the main one encodes.
    private let replay: ReplayBuffer?
    /// Whether targets of the encoding of that name have links that can be followed; from the session, once it has targets.
    private let haveLinks = Mutex<(@Sendable (String) -> Bool)?>(nil)
    private let report: @Sendable (String, EncodingThread.Event) -> Void
    private let state = Mutex(State())
    /// Of those that are aligned; `nil` where none is.
    private let alignment: KeyframeAlignment?
    /// What the mixer's thread hands its packets to.
    private let fanOuts = Mutex<[FanOut]>([])

    private struct State: Sendable {
        var running: [RunningEncoding] = []
        var newest = 0
        var isStarted = false
        var audioLag = Duration.zero
        /// As they were asked to be last: also for the next time that a target wants one.
        var choices: [String: EncodingChoice] = [:]
        /// As it was asked for last.
        var framesPerSecond: FrameRate?
        /// What ended encodings made, for sums that only grow.
        var endedBytes: UInt64 = 0
    }

    /// - Parameter report: told what becomes of the encoding of that name; must not wait.
    init(
        _ configuration: SessionConfiguration, plan: StreamPlan, canvas: SharedCanvas, replay: ReplayBuffer?,
        report: @escaping @Sendable (String, EncodingThread.Event) -> Void
    ) {
        (self.configuration, self.plan, self.canvas, self.replay, self.report) = (configuration, plan, canvas, replay, report)
        alignment = configuration.alignsKeyframes ? KeyframeAlignment(interval: configuration.keyframeInterval) : nil
    }

    /// The one of this name, made and started if it does not run yet.
    ///
    /// - Throws: `.badSetting` for a name that is none, `.notNow` when there are too many.
    func encoding(named name: String) throws(DeliveryError) -> RunningEncoding {
        guard let described = configuration.encoding(named: name) else { throw configuration.unknownEncoding(name) }
        let canvasSize = canvas.withState { $0.size }
        try checkNew(described, on: canvasSize)
        return try state.withLock { (state) throws(DeliveryError) in
            if let running = state.running.first(where: { $0.name == name }) { return running }
            guard state.running.count < EncodingChoice.mostEncodings else {
                throw DeliveryError(.notNow, "\(state.running.count) encodings run already: remove a target first")
            }
            let choice = state.choices[name] ?? described
            if let canvasSize, let problem = choice.problem(on: canvasSize) { throw DeliveryError(.badSetting, problem) }
            state.newest += 1
            do throws(SystemError) {
                let tap = name == EncodingChoice.main ? replay : nil
                let made = try RunningEncoding(
                    state.newest, choice, configuration.with(framesPerSecond: state.framesPerSecond), plan: plan, canvas: canvas,
                    alignment: choice.isAligned || name == EncodingChoice.main ? alignment : nil, tap: tap
                ) { [weak self] in
                    self?.haveLinks.withLock { $0 }?(name) ?? false
                } report: { [report] in
                    report(name, $0)
                }
                made.fanOut.expectAudio(later: state.audioLag)
                if state.isStarted { try made.start() }
                state.running.append(made)
                fanOuts.withLock { $0.append(made.fanOut) }
                return made
            } catch { throw DeliveryError(.notNow, "the encoding '\(name)' could not be started: \(error)", cause: error) }
        }
    }

    /// What the encoder of one that begins while live does not take would end the broadcast.
    private func checkNew(_ described: EncodingChoice, on canvasSize: PixelSize?) throws(DeliveryError) {
        guard let canvasSize, configuration.streams != .audioOnly, running(named: described.name) == nil else { return }
        let (choice, framesPerSecond) = state.withLock { ($0.choices[described.name] ?? described, $0.framesPerSecond) }
        try configuration.with(framesPerSecond: framesPerSecond).tryEncoder(choice, on: canvasSize)
    }

    /// Of those whose encoder is not open yet, what is wrong with the first that cannot be made of this picture; `nil` where all can.
    var problem: String? {
        guard let canvasSize = canvas.withState({ $0.size }) else { return nil }
        return running.lazy.filter { $0.size.withLock { $0 } == nil }.compactMap { $0.choice.problem(on: canvasSize) }.first
    }

    func fanOut(of encoding: String) throws(DeliveryError) -> FanOut { try self.encoding(named: encoding).fanOut }

    var alignedOrigin: MediaTime? { alignment?.origin }

    func repeatHeaders(of encoding: String) { running(named: encoding)?.thread?.repeatHeaders() }

    /// What the one of that name is the next time that it is made.
    func keep(_ choice: EncodingChoice) { state.withLock { $0.choices[choice.name] = choice } }

    func keep(framesPerSecond: FrameRate) { state.withLock { $0.framesPerSecond = framesPerSecond } }

    /// Starts what was made so far; what is made later starts at once.
    ///
    /// - Parameters:
    ///   - haveLinks: whether targets of the encoding of that name have links that can be followed.
    ///   - areTargetsThere: whether all have connected, or could not.
    func start(
        haveLinks: @escaping @Sendable (String) -> Bool, areTargetsThere: @escaping @Sendable () -> Bool
    ) throws(SystemError) {
        self.haveLinks.withLock { $0 = haveLinks }
        alignment?.wait(for: areTargetsThere)
        try state.withLock { (state) throws(SystemError) in
            state.isStarted = true
            for encoding in state.running { try encoding.start() }
        }
    }

    /// Those that run, the first made first.
    var running: [RunningEncoding] { state.withLock { $0.running } }

    func running(named name: String) -> RunningEncoding? { running.first { $0.name == name } }

    /// Ends the one of this name, which has no targets any more. Waits for its encoder.
    @available(*, noasync)
    func end(_ name: String) {
        let ended: RunningEncoding? = state.withLock { state in
            guard let index = state.running.firstIndex(where: { $0.name == name }) else { return nil }
            return state.running.remove(at: index)
        }
        guard let ended else { return }
        fanOuts.withLock { $0.removeAll { $0 === ended.fanOut } }
        ended.stopEncoder()
        ended.stopFanOut()
        if let thread = ended.thread { state.withLock { $0.endedBytes += thread.figures.snapshot.bytes } }
    }

    /// The mixer's thread: hands a packet of audio to the targets of every encoding.
    func offerAudio(_ packet: Packet) { fanOuts.withLock { for fanOut in $0 { fanOut.offerAudio(packet) } } }

    /// Audio comes so much later than usual, in every encoding.
    func expectAudio(later lag: Duration) {
        state.withLock { state in
            state.audioLag = lag
            for encoding in state.running { encoding.fanOut.expectAudio(later: lag) }
        }
    }

    /// Of every encoding that runs or ran, since the start.
    var encodedBytes: UInt64 {
        state.withLock { state in state.running.reduce(state.endedBytes) { $0 + ($1.thread?.figures.snapshot.bytes ?? 0) } }
    }

    /// Has every encoder give what it holds; waits for them.
    @available(*, noasync)
    func stopEncoders() { for encoding in running { encoding.stopEncoder() } }

    /// Hands on what was encoded. After the encoders and the audio.
    @available(*, noasync)
    func stopFanOuts() { for encoding in running { encoding.stopFanOut() } }
}
