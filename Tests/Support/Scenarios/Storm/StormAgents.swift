import Fixtures
import Glibc
import Platform

/// What a storm does to agents and screens, one thing after the other, each waited for until another agent delivers.
///
/// One owner; its functions block.
final class StormAgents {
    /// An agent that delivered for a second is started again without a growing delay (`RestartPolicy`), which this is not about.
    private static let settled = Duration.milliseconds(1050)
    private static let patience = Duration.seconds(30)
    /// An agent that delivered so many frames is there.
    private static let enoughFrames = 5

    private let stream: Stream
    private let desktops: StormDesktops
    private let state: StormState
    /// Processes of agents that were killed or stopped dead: all of them are to be gone at the end.
    private(set) var victims: Set<pid_t> = []
    /// How often what asks the desktop's user had ended by itself, and was started again.
    private(set) var revivals = 0

    init(_ stream: Stream, _ desktops: StormDesktops, _ state: StormState) {
        (self.stream, self.desktops, self.state) = (stream, desktops, state)
    }

    /// One of each kind and each backend, which do not count: what a host ever takes for them, it has taken then.
    func warmUp() throws {
        for backend in [StormPlan.Backend.pipewire, .wlr, .x11] {
            try state.check()
            for kind in [StormPlan.Kind.swap, .kill, .hang] { _ = try perform(kind, backend, down: .zero) }
            if backend == .pipewire { _ = try perform(.pipeWire, backend, down: .milliseconds(300)) }
            if backend == .x11 { _ = try perform(.display, backend, down: .milliseconds(300)) }
        }
    }

    func run(_ blows: [StormPlan.Blow], from start: MediaTime) throws {
        for blow in blows {
            guard state.wait(until: start + blow.time) else { return }
            try stream.process.expectRunning()
            try desktops.expectRunning()
            state.add(try perform(blow.kind, blow.backend, down: blow.down))
        }
    }

    /// Swaps to a backend and waits until nothing else is attached.
    func settle(on backend: StormPlan.Backend) throws {
        if try live()?.backend != backend { _ = try perform(.swap, backend, down: .zero) }
        try waitUntil("one agent alone") { try stream.agents().count == 1 }
    }

    private func perform(_ kind: StormPlan.Kind, _ backend: StormPlan.Backend, down: Duration) throws -> StormDeed {
        guard let victim = try settledAgent() else {
            // What came before never ended well, and is a failure already: the next one begins anew, by a swap that does not count.
            let start = MediaTime.now()
            _ = try swap(to: backend)
            return StormDeed(kind: kind, backend: backend, start: start, back: start, end: nil)
        }
        let start = MediaTime.now()
        var (back, end): (MediaTime, MediaTime?) = (start, nil)
        switch kind {
        case .swap: end = try swap(to: backend) ? try other(than: victim, on: backend) : nil
        case .kill, .hang:
            victims.insert(victim.pid)
            guard Glibc.kill(victim.pid, kind == .kill ? SIGKILL : SIGSTOP) == 0 else { throw FixtureError("no agent with pid \(victim.pid)") }
            end = try other(than: victim, on: backend)
        case .display:
            desktops.killDisplay()
            letRun(for: down)
            try desktops.startDisplay()
            back = .now()
            end = try other(than: victim, on: backend)
        case .pipeWire:
            desktops.wayland.stopPipeWire(killing: true)
            letRun(for: down)
            try desktops.wayland.startPipeWire()
            back = .now()
            end = try other(than: victim, on: backend)
        case .pulse, .server: throw FixtureError("\(kind) is not about agents")
        }
        return StormDeed(kind: kind, backend: backend, start: start, back: back, end: end)
    }

    private func swap(to backend: StormPlan.Backend) throws -> Bool {
        try stream.running("swap", desktops.arguments(for: backend)).exitStatus(within: Self.patience) == .exited(0)
    }

    private struct Live {
        let id: Int
        let pid: pid_t
        let backend: StormPlan.Backend?
        let frames: Int
        let attached: Duration
    }

    private func live() throws -> Live? {
        guard let agent = try stream.agents().first(where: { $0["isLive"] as? Bool == true }), let pid = agent["pid"] as? Int else { return nil }
        return Live(
            id: agent["id"] as? Int ?? 0, pid: pid_t(pid), backend: (agent["backend"] as? String).flatMap(StormPlan.Backend.init(rawValue:)),
            frames: agent["frames"] as? Int ?? 0, attached: .seconds(agent["attachedForSeconds"] as? Double ?? 0))
    }

    /// The live agent once it has delivered for a while, and nothing else is attached; `nil` where there is none for long.
    private func settledAgent() throws -> Live? {
        var found: Live?
        let isThere = try Watchdog.until(Self.patience) {
            try lookAgain()
            found = try live()
            return try found.map { $0.attached > Self.settled && $0.frames > Self.enoughFrames } ?? false && stream.agents().count == 1
        }
        return isThere ? found : nil
    }

    /// When another agent on that backend was seen to deliver.
    private func other(than victim: Live, on backend: StormPlan.Backend) throws -> MediaTime? {
        let isThere = try Watchdog.until(Self.patience) {
            try lookAgain()
            return try live().map { $0.id != victim.id && $0.backend == backend && $0.frames > Self.enoughFrames } ?? false
        }
        return isThere ? .now() : nil
    }

    /// Each answer is the host's work.
    private func lookAgain() throws {
        try stream.process.expectRunning()
        if try desktops.wayland.reviveBackend() { revivals += 1 }
        letRun(for: .milliseconds(50))
    }
}
