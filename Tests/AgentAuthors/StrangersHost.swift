import Fixtures
import Foundation
import TestSupport

/// A running `splitcast host` that records, in a runtime directory of its own, and agents that meet it there.
final class StrangersHost {
    let group = "strange"
    let recording: String
    private let runtime: Scratch
    private let control: ControlConnection
    private(set) var process: FixtureProcess

    init() throws {
        runtime = Scratch()
        recording = runtime.file("seen.mkv")
        control = ControlConnection(runtimePath: runtime.path, group: group)
        process = try Self.start(group, recording, runtime)
    }

    /// Another host in the same group, after the first has ended.
    func startAgain() throws { process = try Self.start(group, recording, runtime) }

    private static func start(_ group: String, _ recording: String, _ runtime: Scratch) throws -> FixtureProcess {
        try FixtureProcess(
            [
                try releaseProduct("splitcast"), "host", "--group", group, "--record", recording, "--overwrite", "--http", "off", "--mic", "none",
                "--duration", "120",
            ], environment: environment(runtime))
    }

    private static func environment(_ runtime: Scratch) -> [String: String?] { ["XDG_RUNTIME_DIR": runtime.path, "DISPLAY": nil] }

    /// An agent of any language in this group.
    func agent(_ command: [String], _ more: String...) throws -> FixtureProcess {
        try FixtureProcess(command + ["--group", group] + more, environment: Self.environment(runtime))
    }

    func agent(_ example: ExampleAgent, _ more: String...) throws -> FixtureProcess {
        try FixtureProcess(try example.command() + ["--group", group] + more, environment: Self.environment(runtime))
    }

    @discardableResult
    func command(_ arguments: String...) throws -> Data {
        try runTool([try releaseProduct("splitcast")] + arguments + ["--group", group], environment: Self.environment(runtime))
    }

    func status() throws -> [String: Any] { try control.status() }

    /// The attached agent of this process; nil when it is not, or not yet.
    func attached(_ agent: FixtureProcess) throws -> [String: Any]? {
        (try status()["agents"] as? [[String: Any]])?.first { $0["pid"] as? Int == Int(agent.pid) }
    }

    /// Why the agent of this process left; nil when it has not.
    func endReason(of agent: FixtureProcess) throws -> String? {
        let departed = try status()["departed"] as? [[String: Any]]
        return departed?.first { $0["pid"] as? Int == Int(agent.pid) }?["endReason"] as? String
    }

    /// Waits until this agent is live and has delivered more than `frames`.
    func waitUntilLive(_ agent: FixtureProcess, frames: Int = 30) throws {
        try waitUntil("'\(agent.command)' to be live, which printed:\n\(agent.output)\nhost:\n\(process.output)") {
            try process.expectRunning()
            guard let seen = try? attached(agent) else { return false }  // no answer while the host starts
            return seen["isLive"] as? Bool == true && seen["frames"] as? Int ?? 0 > frames
        }
    }

    /// A clean end, after which the recording is whole.
    func stop() throws {
        try command("stop")
        guard process.exitStatus(within: .seconds(20))?.isSuccess == true else {
            throw FixtureError("the host did not end well:\n\(process.output.suffix(800))")
        }
    }
}
