public import Audio
public import Codec
public import Delivery
public import Events
import Fixtures
import Foundation
public import Platform
import RateControl
public import Session
import Synchronization

/// A session that remembers what it was told and carries it out on a list of agents; sockets and servers around it are real.
public final class FakeSession: SessionControl {
    public struct Told: Equatable, Sendable {
        public var (stops, reloads) = (0, 0)
        public var restarts: [BroadcastPart] = []
        public var sound: [AudioRequest] = []
        public var requests: [AgentRequest] = []
        public var messages: [MessageRequest] = []
        public var targets: [TargetRequest] = []
        public var rates: [RateRequest] = []
        public var encodings: [EncodingRequest] = []
        public var layers: [LayerRequest] = []
        public var overlays: [OverlayRequest] = []
        public var filters: [FilterRequest] = []
        public var cameras: [CameraRequest] = []
        public var backgrounds: [BackgroundRequest] = []
        public var scenes: [SceneRequest] = []
        public var sources: [SourceRequest] = []
        public var pictures: [PictureRequest] = []
        public var chapters: [String?] = []
        public var clips: [ReplayRequest] = []
        public var snapshots: [SnapshotRequest] = []

        public init(stops: Int = 0, sound: [AudioRequest] = [], requests: [AgentRequest] = []) {
            (self.stops, self.sound, self.requests) = (stops, sound, requests)
        }
    }

    private struct State {
        var told = Told()
        var status: SessionStatus
        var events: [SessionEvent] = []
        var operations: [AgentOperation] = []
        /// How often the last operation is still said to be running.
        var asksLeft = 0

        /// Knows one source, the microphone.
        mutating func take(_ request: AudioRequest) -> AudioError? {
            if case .mute(let source, let isMuted) = request {
                guard source == "mic" || source == AudioRequest.everything else {
                    return AudioError(.unknownSource, "there is no source \"\(source)\": there are mic")
                }
                status.audio?.sources[0].isMuted = isMuted
            }
            if case .gain("mic", let gain) = request {
                status.audio?.sources[0].gain = gain.percent
                status.audio?.sources[0].gainDecibels = gain.decibels
            }
            told.sound.append(request)
            return nil
        }
    }

    private let state: Mutex<State>
    /// See `holdTargets`.
    private let holdsTargets = Atomic<Bool>(false)
    private let asksUntilEnd: Int
    private let failure: String?

    /// - Parameters:
    ///   - asksUntilEnd: how often an operation is said to be running before its end; negative for ever.
    ///   - failure: with what every operation fails; `nil` when each is done.
    public init(agents: [SessionStatus.Agent] = [], targets: [SessionStatus.Target] = [], asksUntilEnd: Int = 3, failure: String? = nil) {
        var status = Self.status
        (status.agents, status.targets) = (agents, targets)
        state = Mutex(State(status: status))
        (self.asksUntilEnd, self.failure) = (asksUntilEnd, failure)
    }

    /// - Returns: the status then.
    func note(_ change: (inout Told) -> Void) -> SessionStatus {
        state.withLock { state in
            change(&state.told)
            return state.status
        }
    }

    public var wasTold: Told { state.withLock { $0.told } }

    /// Whatever is asked of targets from now on waits, as for a server that stands still; or goes on.
    public func holdTargets(_ isHeld: Bool) { holdsTargets.store(isHeld, ordering: .releasing) }

    public func status() -> SessionStatus { state.withLock { $0.status } }

    public func traceFrame() throws(DeliveryError) -> FrameTrace {
        func at(_ milliseconds: Int64) -> MediaTime { MediaTime(nanoseconds: 1_000_000_000 + milliseconds * 1_000_000) }
        let parts = [FrameTrace.Part("notice", at(0), at(1)), FrameTrace.Part("encode", at(1), at(9)), FrameTrace.Part("hand on", at(9), at(10))]
        return FrameTrace(parts, version: "1", group: "default", epoch: .zero)
    }

    public func delayFigures() -> DelayFigures {
        func entry(_ name: String, _ milliseconds: [Int64]) -> DelayFigures.Entry {
            let histogram = DelayHistogram()
            for delay in milliseconds { histogram.record(.milliseconds(delay)) }
            return DelayFigures.Entry(name: name, counts: histogram.counts)
        }
        return DelayFigures(encoding: [entry("main", [4, 5, 6])], encoded: [entry("main", [12, 15, 40])], sent: [entry("1", [13, 17, 7000])])
    }

    public func audioStatus() -> AudioStatus? { status().audio }

    public func requestStop() { state.withLock { $0.told.stops += 1 } }

    public func steer(_ request: AudioRequest) throws(AudioError) {
        if let refusal = state.withLock({ $0.take(request) }) { throw refusal }
    }

    public func steer(_ request: TargetRequest) throws(DeliveryError) {
        _ = Watchdog.until { !holdsTargets.load(ordering: .acquiring) }
        let refusal = state.withLock { state in
            state.told.targets.append(request)
            return Self.carryOut(request, on: &state.status.targets)
        }
        if let refusal { throw refusal }
    }

    public func steer(_ request: RateRequest) throws(DeliveryError) {
        let floor = request.floor ?? min(500_000, request.ceiling)
        do throws(RateControlError) { _ = try BitRateLimits(floor: floor, initial: floor, ceiling: request.ceiling) } catch {
            throw DeliveryError(.badSetting, error.message)
        }
        state.withLock { state in
            state.told.rates.append(request)
            state.status.rate = SessionStatus.Rate(
                isAdaptive: true, quality: "custom", bitsPerSecond: request.ceiling, ceiling: request.ceiling, floor: floor, stair: "full",
                maxFps: 30, sizePercent: 100, governingTarget: nil, isPoor: false, preset: "veryfast", effort: "veryfast")
        }
    }

    public func steer(_ request: EncodingRequest) throws(DeliveryError) {
        guard request.name == EncodingChoice.main || request.name == "low" else {
            throw DeliveryError(.badSetting, "there is no encoding '\(request.name)'; there are: main, low")
        }
        state.withLock { $0.told.encodings.append(request) }
    }

    public func steer(_ request: PictureRequest) throws(DeliveryError) { state.withLock { $0.told.pictures.append(request) } }

    public func steer(_ request: BackgroundRequest) throws(SessionError) { state.withLock { $0.told.backgrounds.append(request) } }

    public func steer(_ request: OverlayRequest) throws(SessionError) { state.withLock { $0.told.overlays.append(request) } }

    public func steer(_ request: SceneRequest) throws(SessionError) -> SceneReport {
        state.withLock { $0.told.scenes.append(request) }
        switch request {
        case .save(let name, let store):
            return SceneReport(name: name.text, file: store.path(of: name), sources: ["screen"], overlays: 1, audio: ["mic"])
        case .show(let name, let store, _):
            state.withLock { $0.status.scene = name.text }
            return SceneReport(
                name: name.text, file: store.path(of: name), sources: ["screen", "cam"], overlays: 1, audio: ["mic"],
                left: ["cam: this broadcast has no such source, there is screen"])
        }
    }

    public func steer(_ request: SourceRequest) throws(SessionError) -> Int? {
        state.withLock { $0.told.sources.append(request) }
        guard case .add(let choice, _) = request, case .agent(let backend, let arguments) = choice.capture else { return nil }
        return begin(.start(backend: backend, arguments: arguments, source: choice.name))
    }

    public func restart(_ part: BroadcastPart) throws(SessionError) -> RestartReport {
        state.withLock { $0.told.restarts.append(part) }
        return RestartReport(part: part, items: [])
    }

    public func reload() throws(SessionError) -> ReloadReport {
        state.withLock { $0.told.reloads += 1 }
        return ReloadReport(file: "/config.yaml", changes: [.init("bitrate", .applied, "2000k"), .init("http", .restart, "off")])
    }

    public func targets(at address: String) -> [Int] {
        let masked = (try? TargetURL(parsing: address))?.masked  // what cannot be read is no target's
        return status().targets.filter { $0.url == masked }.map(\.id)
    }

    public func steer(_ request: CameraRequest) throws(SessionError) { state.withLock { $0.told.cameras.append(request) } }
    public func steer(_ request: FilterRequest) throws(SessionError) { state.withLock { $0.told.filters.append(request) } }

    public func steer(_ request: LayerRequest) throws(SessionError) { state.withLock { $0.told.layers.append(request) } }

    public func begin(_ request: AgentRequest) -> Int {
        state.withLock { state in
            state.told.requests.append(request)
            state.asksLeft = asksUntilEnd
            let id = state.operations.count + 1
            state.operations.append(AgentOperation(id: id, state: .running, message: "waiting for a frame", agent: nil, milliseconds: 1))
            return id
        }
    }

    public func operation(_ id: Int) -> AgentOperation? {
        state.withLock { state in
            guard id > 0, id <= state.operations.count else { return nil }
            guard state.operations[id - 1].state == .running else { return state.operations[id - 1] }
            guard state.asksLeft == 0 else {
                state.asksLeft -= 1
                return state.operations[id - 1]
            }
            var ended = state.operations[id - 1]
            if let failure {
                (ended.state, ended.message) = (.failed, failure)
            } else {
                (ended.state, ended.message, ended.milliseconds) = (.done, "", 143)
                ended.agent = Self.carryOut(state.told.requests[id - 1], on: &state.status)
            }
            state.operations[id - 1] = ended
            return ended
        }
    }

    /// Tells something, as a host does.
    /// - Returns: the event, for the caller to publish.
    @discardableResult
    public func tell(
        _ code: EventCode, _ words: String, _ severity: EventSeverity = .info, remedy: String? = nil, secondsAgo: Double = 0
    )
        -> SessionEvent
    {
        state.withLock { state in
            let event = Self.event(state.events.count + 1, code, words, severity, remedy: remedy, secondsAgo: secondsAgo)
            state.events.append(event)
            return event
        }
    }

    public func events(since sequence: Int) -> EventPage {
        state.withLock { state in
            let wanted = state.events.drop { $0.sequence <= sequence }.prefix(100)
            return EventPage(events: Array(wanted), newest: state.events.count, oldest: 1)
        }
    }

    public func send(_ request: MessageRequest) throws(SessionError) -> UInt64 {
        let id = state.withLock { state in
            state.told.messages.append(request)
            return state.told.messages.count
        }
        guard id < 3 else { throw SessionError(.failed, "16 messages wait already: try again when one has gone out") }
        return 1_795_298_087_000 + UInt64(id)
    }

    /// - Returns: the agent it ended with.
    private static func carryOut(_ request: AgentRequest, on status: inout SessionStatus) -> UInt32? {
        let live = status.agents.first(where: \.isLive)?.id
        switch request {
        case .swap(let backend, let arguments, _), .start(let backend?, let arguments, _):
            let id = (status.agents.map(\.id).max() ?? 0) + 1
            if let live { remove(live, "replaced", &status) }
            status.agents.append(agent(id, backend, arguments.last ?? "", isLive: true))
            return id
        case .switchTo(let id):
            if let live { remove(live, "replaced", &status) }
            change(id, &status) { ($0.isLive, $0.isStandby) = (true, false) }
            return id
        case .start(nil, _, _):
            status.agents.append(agent(9, "pattern", "card", isLive: true))
            return 9
        case .stop(let id):
            if let id = id ?? live { remove(id, "stopped", &status) }
            return id ?? live
        case .detach(let source):
            let id = status.agents.first { $0.isLive && $0.place == source.text }?.id
            if let id { change(id, &status) { ($0.isLive, $0.isStandby) = (false, true) } }
            return id
        case .attach(let source, let id):
            let id = id ?? status.agents.last { !$0.isLive && $0.place == source.text }?.id
            if let id { change(id, &status) { ($0.isLive, $0.isStandby, $0.place) = (true, false, source.text) } }
            return id
        case .pause(let id):
            if let id = id ?? live { change(id, &status) { $0.isPaused = true } }
            return id ?? live
        case .resume(let id):
            let paused = id ?? status.agents.first(where: \.isPaused)?.id
            if let paused { change(paused, &status) { $0.isPaused = false } }
            return paused
        }
    }

    private static func change(_ id: UInt32, _ status: inout SessionStatus, _ body: (inout SessionStatus.Agent) -> Void) {
        for index in status.agents.indices where status.agents[index].id == id { body(&status.agents[index]) }
    }

    private static func remove(_ id: UInt32, _ reason: String, _ status: inout SessionStatus) {
        guard let index = status.agents.firstIndex(where: { $0.id == id }) else { return }
        let gone = status.agents.remove(at: index)
        status.departed.append(departed(gone.id, gone.backend, reason))
    }
}
