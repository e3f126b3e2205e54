import AgentProtocol
import Frames
import Platform
import Supervision

@testable import Events
@testable import Intake
@testable import Session

/// A coordinator of agents, and what it returns: nothing is started, no agent is there.
struct AgentScene {
    static let start = MediaTime(nanoseconds: 1_000_000_000_000)
    static let geometry = FrameGeometry(size: PixelSize(width: 1280, height: 720))!

    var coordinator: AgentCoordinator
    var now = AgentScene.start

    init(_ change: (inout AgentCoordinator.Settings) -> Void = { _ in }) {
        var settings = AgentCoordinator.Settings()
        settings.capture = .agent(backend: "x11", arguments: ["--display", ":1"])
        change(&settings)
        coordinator = AgentCoordinator(settings)
    }

    mutating func handle(_ event: AgentCoordinator.Event) -> [SessionAction] { coordinator.handle(event, at: now) }
    mutating func handle(_ event: IntakeEvent) -> [SessionAction] { handle(.intake(event)) }
    mutating func request(_ id: Int, _ request: AgentRequest) -> [SessionAction] { handle(.request(operation: id, request)) }
    mutating func supervisor(_ id: Int, _ event: AgentSupervisor.Event) -> [SessionAction] { handle(.supervisor(operation: id, event)) }

    func operation(_ id: Int) -> AgentOperation? { coordinator.operations.operation(id, at: now) }

    /// The broadcast's own agent: started as process 101, attached as 1, live.
    static func live(_ change: (inout AgentCoordinator.Settings) -> Void = { _ in }, wantsCast: Bool = false) -> AgentScene {
        var scene = attached(change, wantsCast: wantsCast)
        _ = scene.handle(.live(agent(1, pid: 101, wantsCast: wantsCast), geometry))
        return scene
    }

    /// The same before its first frame.
    static func attached(_ change: (inout AgentCoordinator.Settings) -> Void = { _ in }, wantsCast: Bool = false) -> AgentScene {
        var scene = AgentScene(change)
        _ = scene.handle(.begun)
        _ = scene.supervisor(AgentCoordinator.initial, .started(processID: 101, held: "cgroup v2"))
        _ = scene.handle(.attached(agent(1, pid: 101, wantsCast: wantsCast)))
        return scene
    }

    static func agent(
        _ generation: UInt32, pid: Int32, screen: String? = nil, wantsCast: Bool = false, needKiB: UInt32 = 6144, isStandby: Bool = false,
        isChild: Bool = false
    ) -> AgentDescription {
        AgentDescription(
            generation: generation, processID: pid, backend: wantsCast ? "pipewire" : "x11", screen: screen ?? ":\(generation)", place: "screen",
            isStandby: isStandby, wantsCast: wantsCast, needKiB: needKiB, attachedAt: start, isChild: isChild)
    }

    static func snapshot(
        _ agent: AgentDescription, isLive: Bool = false, phase: AgentState.Phase = .closed, frames: UInt64 = 0, isPaused: Bool = false
    )
        -> AgentSnapshot
    {
        AgentSnapshot(
            description: agent, extra: "", phase: phase, isPaused: isPaused, isLive: isLive, isStalled: false, isDisplayOn: true, camera: [],
            cameraReports: 0, geometry: geometry, orientation: .right, frames: frames, waitedForSlot: 0, superseded: 0, grabbedPixels: 0,
            staleNotices: 0, unknownMessages: 0, confinement: [])
    }

    static func left(_ agent: AgentDescription, _ reason: EndReason, _ departure: Departure = .said(""), isLive: Bool = false) -> IntakeEvent {
        .departed(snapshot(agent, isLive: isLive), reason, departure)
    }
}

extension [SessionAction] {
    /// What the intake is told.
    var commands: [IntakeCommand] {
        compactMap { action in
            if case .command(let command) = action { command } else { nil }
        }
    }

    /// What viewers are to see of agents.
    var shown: [AgentPresence] {
        compactMap { action in
            if case .show(let presence, _) = action { presence } else { nil }
        }
    }

    /// What people are told of agents.
    var told: [AgentEvent] {
        compactMap { action in
            if case .note(.agent(let event)) = action { event } else { nil }
        }
    }

    /// What people are told of casts.
    var toldOfCasts: [CastEvent] {
        compactMap { action in
            if case .note(.cast(let event)) = action { event } else { nil }
        }
    }

    var end: SessionError? {
        compactMap { action in
            if case .end(let error) = action { error } else { nil }
        }.first
    }
}
