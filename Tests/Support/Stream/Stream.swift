public import Fixtures
public import Foundation
public import ServerFixtures

/// A running `splitcast` in a runtime directory of its own, ended with the test.
///
/// One owner; its functions block.
public final class Stream {
    public let group = "test"
    public let process: FixtureProcess
    private let runtime: Scratch
    private let desktop: (any WaylandDesktop)?
    public let control: ControlConnection

    /// Starts `splitcast ARGUMENTS --group test`.
    ///
    /// - Parameters:
    ///   - desktop: in whose runtime directory it runs then, as a program of that session does.
    ///   - wrapper: a command that becomes the one behind it, such as unshare(1).
    public init(
        _ arguments: [String], screen: XvfbServer? = nil, desktop: (any WaylandDesktop)? = nil, sound: AudioFixture? = nil,
        environment more: [String: String?] = [:], inside wrapper: [String] = []
    ) throws {
        runtime = Scratch()
        self.desktop = desktop
        control = ControlConnection(runtimePath: desktop?.runtimePath ?? runtime.path, group: group)
        var environment: [String: String?] = ["XDG_RUNTIME_DIR": runtime.path, "DISPLAY": nil, "WAYLAND_DISPLAY": nil]
        // Who runs the tests may have a configuration.
        environment["SPLITCAST_CONFIG"] = "none"
        if let desktop { environment.merge(desktop.environment) { $1 } }
        if let screen { environment.merge(screen.environment) { $1 } }
        // Without a sound fixture the address leads nowhere: the machine's own server is never heard.
        environment["PULSE_SERVER"] = sound?.address ?? "unix:" + runtime.file("none")
        environment.merge(more) { $1 }
        process = try FixtureProcess(wrapper + [try releaseProduct("splitcast")] + arguments + ["--group", group], environment: environment)
    }

    /// `splitcast live` of a screen, without the page.
    public static func live(
        _ screen: XvfbServer, sound: AudioFixture? = nil, to targets: [String], _ more: String...
    ) throws -> Stream {
        try Stream(
            ["live", "--display", screen.display, "--mic", sound == nil ? "none" : "default", "--http", "off"]
                + targets.flatMap { ["--to", $0] } + more, screen: screen, sound: sound)
    }

    public var environment: [String: String?] { desktop?.environment ?? ["XDG_RUNTIME_DIR": runtime.path] }
    public var runtimePath: String { desktop?.runtimePath ?? runtime.path }

    /// A command of the same group, such as `status --json`.
    @discardableResult
    public func command(_ arguments: String...) throws -> Data { try command(arguments) }

    @discardableResult
    public func command(_ arguments: [String]) throws -> Data {
        try runTool([try releaseProduct("splitcast")] + arguments + ["--group", group], environment: environment)
    }

    /// The running session's own figures.
    public func status() throws -> [String: Any] { try control.status() }

    public func agents() throws -> [[String: Any]] { try status()["agents"] as? [[String: Any]] ?? [] }
    public func targets() throws -> [[String: Any]] { try status()["targets"] as? [[String: Any]] ?? [] }

    /// Waits until commands are answered: what is asked of a host that only just starts finds no one.
    public func waitUntilAnswering() throws {
        try waitUntil("an answer: \(process.output.suffix(800))", timeout: .seconds(30)) {
            try process.expectRunning()
            return (try? status()) != nil  // which is what is waited for
        }
    }

    /// Waits until every target is live.
    public func waitUntilLive(timeout: Duration = .seconds(30)) throws {
        try waitUntil("every target to be live: \(process.output.suffix(800))", timeout: timeout) {
            try process.expectRunning()
            guard let targets = try? targets(), !targets.isEmpty else { return false }  // no answer while it starts
            return targets.allSatisfy { $0["state"] as? String == "live" }
        }
    }

    /// `splitcast stop`: a clean end, which is checked.
    ///
    /// - Parameters:
    ///   - restarts: whether an agent may have been started again meanwhile. One that no one killed never is.
    ///   - code: 1 where nothing was captured, or a target that was named got nothing.
    public func stop(restarts: Bool = false, exitCode code: Int32 = 0) throws {
        let restarted = restarts ? [] : try events().filter { $0["code"] as? String == "agent.restarting" }
        try command("stop")
        guard let status = process.exitStatus(within: .seconds(20)) else {
            throw FixtureError("splitcast did not end:\n\(process.output.suffix(800))")
        }
        guard status == .exited(code) else { throw FixtureError("splitcast ended with \(status):\n\(process.output.suffix(800))") }
        guard restarted.isEmpty else { throw FixtureError("an agent was started again: \(restarted)\n\(process.output.suffix(800))") }
    }
}
