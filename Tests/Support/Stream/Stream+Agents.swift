public import Fixtures
public import ServerFixtures

extension Stream {
    /// Starts an X11 agent by hand, as somebody with a second display would.
    public func agent(on screen: XvfbServer, _ more: String...) throws -> FixtureProcess {
        try FixtureProcess(
            [try releaseProduct("splitcast-capture-x11"), "--group", group, "--display", screen.display] + more,
            environment: environment.merging(screen.environment) { $1 })
    }

    /// Starts a command of the same group, such as `swap`, without waiting for its end.
    public func running(_ name: String, _ arguments: String...) throws -> FixtureProcess { try running(name, arguments) }

    public func running(_ name: String, _ arguments: [String]) throws -> FixtureProcess {
        // What stands behind a backend's name is for the agent.
        try FixtureProcess([try releaseProduct("splitcast"), name, "--group", group] + arguments, environment: environment)
    }

    /// `splitcast live` of a desktop of Wayland, without sound and page.
    public static func live(_ backend: CastBackend, on desktop: some WaylandDesktop, to targets: [String], _ more: String...) throws -> Stream {
        try Stream(
            ["live", "--capture", backend.rawValue, "--mic", "none", "--http", "off"] + targets.flatMap { ["--to", $0] } + more, desktop: desktop)
    }

    /// Starts an agent by hand, as somebody with a compositor or a node of their own would.
    public func agent(_ backend: CastBackend, _ more: [String] = [], on desktop: some WaylandDesktop) throws -> FixtureProcess {
        // The group is where the stream is, whatever desktop the agent is on.
        let places = [
            "XDG_RUNTIME_DIR": runtimePath, "PIPEWIRE_RUNTIME_DIR": desktop.runtimePath, "WAYLAND_DISPLAY": desktop.runtimePath + "/wayland-1",
        ]
        return try FixtureProcess(
            [try releaseProduct("splitcast-capture-" + backend.rawValue), "--group", group] + more,
            environment: desktop.environment.merging(places) { $1 })
    }

    /// Waits until an agent of a backend is live. Returns its process.
    @discardableResult
    public func waitUntilLive(by backend: String, other than: Int32? = nil) throws -> Int32 {
        var found: Int32?
        try waitUntil("a live agent of \(backend): \(process.output.suffix(1000))", timeout: .seconds(30)) {
            try process.expectRunning()
            let agents = (try? self.agents()) ?? []  // no answer while it starts
            let live = agents.first { $0["isLive"] as? Bool == true && $0["backend"] as? String == backend }
            found = (live?["pid"] as? Int).map(Int32.init)
            return found != nil && found != than
        }
        return found!
    }

    /// How many frames the live agent has delivered; 0 without one.
    public func framesDelivered() throws -> Int { try agents().first { $0["isLive"] as? Bool == true }?["frames"] as? Int ?? 0 }

    /// Waits until the live agent has delivered more frames than now.
    public func waitForFrames(_ count: Int = 5) throws {
        let before = try framesDelivered()
        try waitUntil("\(count) frames more than \(before): \(process.output.suffix(1000))", timeout: .seconds(30)) {
            try process.expectRunning()
            return try framesDelivered() >= before + count
        }
    }

    /// Waits for the session's state: live, holding, slate.
    public func waitForState(_ state: String, timeout: Duration = .seconds(20)) throws {
        try waitUntil("\(state): \(process.output.suffix(800))", timeout: timeout) {
            (try? status()["state"] as? String) == state  // no answer while it starts
        }
    }
}
