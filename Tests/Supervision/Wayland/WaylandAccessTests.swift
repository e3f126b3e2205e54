import Fixtures
import Glibc
import Platform
import Synchronization
import Testing

@testable import Intake
@testable import Supervision

/// What an agent is given of its compositor. What runs is a shell, and the compositor a socket of the test's own.
@Suite(.serialized) struct WaylandAccessTests {
    private final class Run: Sendable {
        private final class Shelf: Sendable { let all = Mutex<[AgentSupervisor.Event]>([]) }
        private let shelf = Shelf()
        let supervisor: AgentSupervisor

        init(_ words: String, _ display: WaylandDisplay?) throws {
            supervisor = try AgentSupervisor(
                AgentCommandLine(program: "/bin/sh", arguments: ["-c", words]), group: .standard, wayland: display
            ) { [shelf] event in shelf.all.withLock { $0.append(event) } }
        }

        deinit { supervisor.stop() }

        var events: [AgentSupervisor.Event] { shelf.all.withLock { $0 } }
        var said: [String] { events.compactMap { if case .said(let line) = $0 { line } else { nil } } }
        var started: [Int32] { events.compactMap { if case .started(let pid, _, _) = $0 { pid } else { nil } } }

        func wait(_ what: String, _ condition: (Run) -> Bool) throws { try waitUntil("\(what): \(events)") { condition(self) } }
    }

    private let scratch = Scratch()

    /// Takes the next connection.
    private func accept(_ listener: borrowing OwnedDescriptor) throws -> WaylandPeer {
        let number = listener.number
        var made: LocalStream?
        try waitUntil("a connection") {
            made = LocalStream(acceptingFrom: number)
            return made != nil
        }
        return WaylandPeer(PassingStream(OwnedDescriptor(taking: dup(made!.descriptor))))
    }

    private static let tellsItself =
        "echo socket $WAYLAND_SOCKET; readlink /proc/$$/fd/3; ls /proc/$$/fd | tr '\\n' ' '; echo; exec tail -f /dev/null"

    @Test func eachRunHasAConnectionOfItsOwnWhichEndsWithIt() throws {
        let path = scratch.file("compositor")
        let listener = try LocalStream.listen(at: path, waiting: 4)
        let run = try Run(Self.tellsItself, WaylandDisplay(path))
        var compositor = try accept(listener)
        for count in 1...3 {
            try run.wait("what it has") { $0.said.count == 3 * count }
            let said = run.said.suffix(3).map { $0 }
            #expect(said[0] == "socket 3" && said[1].hasPrefix("socket:"))
            // The fourth is ls's own look at them.
            #expect(said[2].split(separator: " ").prefix(4) == ["0", "1", "2", "3"] && said[2].split(separator: " ").count <= 5, "\(said[2])")
            #expect(!compositor.isEnded)
            kill(run.started[count - 1], SIGKILL)
            #expect(try compositor.rest().isEmpty)
            compositor = try accept(listener)
        }
        run.supervisor.stop()
        #expect(try compositor.rest().isEmpty)
    }

    @Test func whereThereIsNoCompositorTheAgentFindsNone() throws {
        for display in [WaylandDisplay(scratch.file("nowhere")), WaylandDisplay(agentArguments: ["--display", "/nowhere/wayland-7"])] {
            let run = try Run(Self.tellsItself, display)
            try run.wait("what it has") { $0.said.count >= 2 }
            #expect(run.said[0] == "socket -1")
            #expect(!run.said.contains { $0.hasPrefix("socket:") })
        }
    }

    @Test func otherAgentsAreGivenNothing() throws {
        let run = try Run(Self.tellsItself, nil)
        try run.wait("what it has") { $0.said.count >= 2 }
        #expect(run.said[0] == "socket")
        #expect(!run.said.contains { $0.hasPrefix("socket:") })
    }

    @Test func anAgentThatIsCutOffIsTalkedAbout() throws {
        let path = scratch.file("compositor")
        let listener = try LocalStream.listen(at: path, waiting: 4)
        // wl_display.get_registry(2), then wl_registry.bind of number 5.
        let words = WaylandWire.registry(2) + WaylandWire.bind(5, "zwlr_layer_shell_v1", 1, id: 3)
        let bytes = words.withUnsafeBytes { $0.map { "\\" + String(Int($0) + 512, radix: 8).suffix(3) }.joined() }
        let run = try Run("printf '\(bytes)' >&3; exec tail -f /dev/null", WaylandDisplay(path))
        let compositor = try accept(listener)
        #expect(try !compositor.rest().contains { $0.object == 2 })
        try run.wait("words about it") { !$0.said.isEmpty }
        #expect(run.said == ["its connection to the compositor was ended: it asked for the compositor's global 5, which capture does not need"])
    }

    @Test func displaysAreFoundAsByLibwayland() {
        let names = ["WAYLAND_DISPLAY", "XDG_RUNTIME_DIR"]
        let before = names.map { getenv($0).map { String(cString: $0) } }
        defer { for (name, value) in zip(names, before) { if let value { setenv(name, value, 1) } else { unsetenv(name) } } }
        setenv("XDG_RUNTIME_DIR", "/run/user/7", 1)
        setenv("WAYLAND_DISPLAY", "wayland-3", 1)
        #expect(WaylandDisplay(nil).path == "/run/user/7/wayland-3")
        #expect(WaylandDisplay("wayland-1").path == "/run/user/7/wayland-1")
        #expect(WaylandDisplay("/tmp/way").path == "/tmp/way")
        #expect(WaylandDisplay(agentArguments: ["--screen", "DP-1"]).path == "/run/user/7/wayland-3")
        #expect(WaylandDisplay(agentArguments: ["--display", "a", "--screen", "DP-1", "--display=b"]).path == "/run/user/7/b", "the last counts")
        setenv("WAYLAND_DISPLAY", "", 1)
        #expect(WaylandDisplay(nil).path == "/run/user/7/wayland-0")
        setenv("XDG_RUNTIME_DIR", "relative", 1)
        #expect(WaylandDisplay(nil).path == nil)
    }
}
