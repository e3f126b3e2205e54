import Fixtures
import Foundation
import Glibc
import TestSupport
import Testing

/// A broadcast of an ordinary user, and another process of the same user, as an agent might become one.
@Suite(.serialized) struct PrivacyTests {
    /// Anyone but the administrator, whom nothing is hidden from.
    private let user: [String]
    private let scratch = Scratch()
    private let home: String

    init() throws {
        user = geteuid() == 0 ? ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "--"] : []
        home = try scratch.directory("home")
        guard geteuid() == 0 else { return }
        try #require(chmod(scratch.path, 0o711) == 0 && chown(home, 65534, 65534) == 0)
    }

    private var environment: [String: String?] { ["HOME": home, "XDG_RUNTIME_DIR": home, "DISPLAY": nil, "WAYLAND_DISPLAY": nil] }

    private func run(_ arguments: [String]) throws -> String {
        String(decoding: try runTool(user + arguments, environment: environment), as: UTF8.self)
    }

    private func limit(_ pid: Int, _ name: String) -> [Substring] {
        let row = textOfFile("/proc/\(pid)/limits").split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
        return row.dropFirst(name.count).split(separator: " ").prefix(2).map { $0 }
    }

    @Test func noOtherProcessOfTheUserLooksIntoTheHost() throws {
        let splitcast = try releaseProduct("splitcast")
        let words = ["live", "--capture", "pattern", "--mic", "none", "--http", "off", "--group", "private", "--to", home + "/a.mkv"]
        let host = try FixtureProcess(user + [splitcast] + words, environment: environment)
        var status: [String: Any] = [:]
        func agents() -> [[String: Any]] { status["agents"] as? [[String: Any]] ?? [] }
        try waitUntil("a live agent: \(host.output)") {
            try host.expectRunning()
            guard let text = try? run([splitcast, "status", "--json", "--group", "private"]) else { return false }  // not yet
            status = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
            return agents().contains { $0["isLive"] as? Bool == true }
        }
        let pid = try #require(status["pid"] as? Int)
        // It can still be seen that there is a process, and what it was started with.
        #expect(try run(["cat", "/proc/\(pid)/comm"]) == "splitcast\n")
        for file in ["environ", "mem", "maps", "smaps_rollup", "auxv"] {
            #expect(throws: FixtureError.self, "\(file)") { try run(["head", "-c1", "/proc/\(pid)/\(file)"]) }
        }
        #expect(throws: FixtureError.self) { try run(["ls", "/proc/\(pid)/fd/"]) }
        #expect(limit(pid, "Max core file size") == ["0", "0"])
        let agent = try #require(agents().first?["pid"] as? Int)
        #expect(limit(agent, "Max core file size") == ["0", "0"])
        #expect(try #require(agents().first?["privateKiB"] as? Int) > 0, "of its own agents the host still sees the memory")
        let examined = try run([splitcast, "conformance", "host", "--group", "private", "--only", "hello-truncated"])
        #expect(examined.contains("descriptors are shown to the administrator alone"), "\(examined)")
        _ = try run([splitcast, "stop", "--group", "private"])
        #expect(host.exitStatus(within: .seconds(20)) == .exited(0), "\(host.output)")
    }
}
