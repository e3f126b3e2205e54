import Codec
import Delivery
import Platform
import Synchronization

/// The encodings of a session: the main one, and those that targets name, each made when a target first wants it and ended with the last.
/// Any thread; what blocks says so.
final class Encodings: TargetEncodings, Sendable {
    let canvas: SharedCanvas
    private let configuration: SessionConfiguration
    private let plan: StreamPlan
    /// Gets what the main one encodes.
    private let replay: ReplayBuffer?
    /// Whether targets of the encoding of that name have links that can be followed; from the session, once it has targets.
    private let haveLinks = Mutex<(@Sendable (String) -> Bool)?>(nil)
    private let report: @Sendable (String, EncodingThread.Event) -> Void
    private let state = Mutex(State())
    /// What the mixer's thread hands its packets to.
    private let fanOuts = Mutex<[FanOut]>([])

    private struct State: Sendable {
        var running: [RunningEncoding] = []
        var newest = 0
        var isStarted = false
        /// What ended encodings made, for sums that only grow.
        var endedBytes: UInt64 = 0
    }

    /// - Parameter report: told what becomes of the encoding of that name; must not wait.
    init(
        _ configuration: SessionConfiguration, plan: StreamPlan, canvas: SharedCanvas, replay: ReplayBuffer?,
        report: @escaping @Sendable (String, EncodingThread.Event) -> Void
    ) {
        (self.configuration, self.plan, self.canvas, self.replay, self.report) = (configuration, plan, canvas, replay, report)
    }

    /// The one of this name, made and started if it does not run yet.
    ///
    /// - Throws: `.badSetting` for a name that is none, `.notNow` when there are too many.
    func encoding(named name: String) throws(DeliveryError) -> RunningEncoding {
        guard let choice = configuration.encoding(named: name) else { throw DeliveryError(.badSetting, "there is no encoding '\(name)'") }
        return try state.withLock { (state) throws(DeliveryError) in
            if let running = state.running.first(where: { $0.name == name }) { return running }
            guard state.running.count < EncodingChoice.mostEncodings else {
                throw DeliveryError(.notNow, "\(state.running.count) encodings run already: remove a target first")
            }
            state.newest += 1
            do throws(SystemError) {
                let tap = name == EncodingChoice.main ? replay : nil
                let made = try RunningEncoding(state.newest, choice, configuration, plan: plan, canvas: canvas, tap: tap) { [weak self] in
                    self?.haveLinks.withLock { $0 }?(name) ?? false
                } report: { [report] in
                    report(name, $0)
                }
                if state.isStarted { try made.start() }
                state.running.append(made)
                fanOuts.withLock { $0.append(made.fanOut) }
                return made
            } catch { throw DeliveryError(.notNow, "the encoding '\(name)' could not be started: \(error)", cause: error) }
        }
    }

    func fanOut(of encoding: String) throws(DeliveryError) -> FanOut { try self.encoding(named: encoding).fanOut }

    /// Starts what was made so far; what is made later starts at once.
    ///
    /// - Parameter haveLinks: whether targets of the encoding of that name have links that can be followed.
    func start(haveLinks: @escaping @Sendable (String) -> Bool) throws(SystemError) {
        self.haveLinks.withLock { $0 = haveLinks }
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
