import Fixtures
import Foundation
import Frames
import Glibc
import Judging
import ServerFixtures
import TestSupport
import Testing

/// One window of an X display as a broadcast: xterm, filled with one colour.
@Suite(.serialized, .rerunWhenLate) struct WindowTests {
    private let screen: XvfbServer
    private let scratch = Scratch()

    init() throws { screen = try XvfbServer(width: 1280, height: 720) }

    /// Returns when it is on the screen.
    private func window(_ colour: String, _ title: String, kind: String = "Stage", at place: String = "60x20+100+80") throws -> FixtureProcess {
        let process = try FixtureProcess(
            [
                "xterm", "-geometry", place, "-bg", colour, "-fg", colour, "-cr", colour, "-bd", colour, "-T", title, "-class", kind, "+sb", "-e",
                "sleep",
                "1000",
            ], environment: screen.environment)
        try waitUntil("the window \(title)") { try listed().contains { $0["title"] as? String == title } }
        return process
    }

    private func listed() throws -> [[String: Any]] {
        let text = try runTool(
            [try releaseProduct("splitcast-capture-x11"), "--list-windows", "--json", "--display", screen.display], environment: screen.environment)
        return try JSONSerialization.jsonObject(with: text) as? [[String: Any]] ?? []
    }

    private func live(_ more: String...) throws -> TestSupport.Stream {
        let stream = try Stream(
            ["live", "--display", screen.display, "--mic", "none", "--http", "off", "--record", scratch.file("window.mkv")] + more, screen: screen)
        try stream.waitUntilLive()
        return stream
    }

    private func swap(_ stream: TestSupport.Stream, _ words: String...) throws {
        let swap = try stream.running("swap", words)
        #expect(swap.exitStatus(within: .seconds(30)) == .exited(0), "\(swap.output)")
    }

    /// The colour of a part of what viewers see: red, green, blue.
    private func colour(_ stream: TestSupport.Stream, at part: String = "8:8:iw/2:ih/2") throws -> [UInt8] {
        let text = String(decoding: try stream.command("snapshot", "--out", scratch.path + "/"), as: UTF8.self)
        let file = text.split(separator: "\n")[0].trimmingCharacters(in: .whitespaces)
        return [UInt8](
            try runTool(
                ["ffmpeg", "-v", "error", "-i", file, "-vf", "crop=\(part),scale=1:1:flags=area,format=rgb24", "-f", "rawvideo", "pipe:1"]))
    }

    private func wait(for wanted: [UInt8], in stream: TestSupport.Stream, _ what: String, at part: String = "8:8:iw/2:ih/2") throws {
        var seen: [UInt8] = []
        do {
            try waitUntil(what) {
                seen = try colour(stream, at: part)
                return zip(seen, wanted).allSatisfy { abs(Int($0) - Int($1)) <= 12 }
            }
        } catch { throw FixtureError("\(what): \(seen) instead of \(wanted)\n\(stream.process.output.suffix(800))") }
    }

    @Test func aWindowIsShownWholeWhateverCoversIt() throws {
        let (window, cover) = (try window("#2060c0", "the stage"), try window("#c02020", "a cover", kind: "Cover", at: "200x60+0+0"))
        let stream = try live("--window", "stage", "--size", "640x360")
        try wait(for: [0x20, 0x60, 0xC0], in: stream, "the window alone")
        let agent = try #require(try stream.agents().first)
        #expect((agent["screen"] as? String)?.contains("window \"the stage\" (Stage, 0x") == true, "\(agent)")
        // The picture is fitted, the canvas stays.
        #expect((try stream.status()["picture"] as? [String: Any])?["size"] as? String == "640x360")
        try swap(stream, "x11", "--display", screen.display, "--window", "Cover")
        try wait(for: [0xC0, 0x20, 0x20], in: stream, "the other window")
        let bad = try stream.running("swap", "x11", "--display", screen.display, "--window", "Covr")
        #expect(bad.exitStatus(within: .seconds(30)) != .exited(0) && bad.output.contains("near it: \"a cover\" (Cover, 0x"), "\(bad.output)")
        try wait(for: [0xC0, 0x20, 0x20], in: stream, "the other window still")
        try stream.stop()
        _ = (window.end(), cover.end())
    }

    /// As `--screen`, of the display of the environment too; with a name of its own it is one more source, beside the screen.
    @Test(arguments: [true, false]) func aWindowWithTheNameOfASourceIsShownBesideTheScreen(isDisplayGiven: Bool) throws {
        let window = try window("#2060c0", "the stage")
        let display = isDisplayGiven ? ["--display", screen.display] : []
        let common = display + ["--mic", "none", "--http", "off", "--size", "640x360"]
        let alone = try Stream(["live", "--window", "The Stage", "--record", scratch.file("alone.mkv")] + common, screen: screen)
        try alone.waitUntilLive()
        try wait(for: [0x20, 0x60, 0xC0], in: alone, "the window alone")
        try alone.stop()
        let stream = try Stream(
            ["live", "--window", "cam=The Stage", "--layer", "cam=0,0,320x180,stretch", "--record", scratch.file("beside.mkv")] + common,
            screen: screen)
        try stream.waitUntilLive()
        try wait(for: [0x20, 0x60, 0xC0], in: stream, "the window in its layer", at: "300:160:8:8")
        try wait(for: [0, 0, 0], in: stream, "the screen beside it", at: "200:100:400:240")
        let sources = try stream.status()["sources"] as? [[String: Any]] ?? []
        #expect(sources.map { $0["name"] as? String } == ["screen", "cam"], "\(sources)")
        let agents = try stream.agents().compactMap { $0["screen"] as? String }
        #expect(agents.count == 2 && agents.filter { $0.contains("window \"the stage\" (Stage, 0x") }.count == 1, "\(agents)")
        try stream.stop()
        window.end()
    }

    @Test func aWindowOfASourceNeedsADisplay() throws {
        let process = try FixtureProcess(
            [try releaseProduct("splitcast"), "live", "--capture", "pattern", "--window", "cam=Firefox", "--mic", "none", "--http", "off"],
            environment: screen.environment.merging(["DISPLAY": nil, "WAYLAND_DISPLAY": nil]) { $1 })
        #expect(process.exitStatus(within: .seconds(30)) == .exited(3))
        #expect(process.output.contains("--window cam=Firefox: it is a window of an X display, and DISPLAY is not set"), "\(process.output)")
    }

    @Test func aWindowThatClosesIsTakenAgainByItsClass() throws {
        let first = try window("#2060c0", "first title")
        // No one asked for what is open beside it.
        let beside = try window("#c020c0", "private")
        let stream = try live("--window", "first title", "--hold", "500ms", "--slate-color", "#10c010")
        try wait(for: [0x20, 0x60, 0xC0], in: stream, "the window")
        first.end()
        try stream.waitForState("slate")
        try waitUntil("the end of its agent") {
            let departed = try stream.status()["departed"] as? [[String: Any]] ?? []
            return departed.contains { $0["endReason"] as? String == "closed" && ($0["message"] as? String)?.contains("was closed") == true }
        }
        // Another program's window is not it.
        let other = try window("#c02020", "first title as well", kind: "Other")
        let second = try window("#c0c010", "another title")
        try stream.waitForState("live")
        try wait(for: [0xC0, 0xC0, 0x10], in: stream, "the window that came instead")
        second.end()
        try stream.waitForState("slate")
        // Nothing is left of an agent that waits.
        let begun = Date()
        try stream.stop(restarts: true)
        expectInTime(Date().timeIntervalSince(begun) < 2, "it took \(Date().timeIntervalSince(begun)) s to end")
        other.end()
        beside.end()
    }

    @Test func whatIsNotThereIsOneLine() throws {
        let window = try window("#2060c0", "the stage")
        let stream = try Stream(
            ["live", "--display", screen.display, "--mic", "none", "--http", "off", "--record", scratch.file("none.mkv"), "--window", "Stgae"],
            screen: screen)
        #expect(stream.process.exitStatus(within: .seconds(30)) == .exited(2))
        #expect(stream.process.output.contains("has no window \"Stgae\"; near it: \"the stage\" (Stage, 0x"), "\(stream.process.output)")
        window.end()
    }

    @Test func sourcesListsWindows() throws {
        let window = try window("#2060c0", "the stage")
        let rows = try JSONSerialization.jsonObject(
            with: try runTool(
                [try releaseProduct("splitcast"), "sources", "--json"], environment: screen.environment.merging(["WAYLAND_DISPLAY": nil]) { $1 }))
        let windows = (rows as? [String: Any])?["windows"] as? [[String: Any]] ?? []
        let found = try #require(windows.first { $0["display"] as? String == screen.display })
        #expect(found["title"] as? String == "the stage" && found["class"] as? String == "Stage" && found["width"] as? Int ?? 0 > 300)
        let table = String(
            decoding: try runTool(
                [try releaseProduct("splitcast"), "sources"], environment: screen.environment.merging(["WAYLAND_DISPLAY": nil]) { $1 }), as: UTF8.self
        )
        let line = table.split(separator: "\n").first { $0.contains(screen.display + " ") && $0.contains("the stage") }
        #expect(line?.contains("Stage") == true && line?.contains(found["window"] as? String ?? "?") == true, "\(table)")
        window.end()
    }

    /// The agent's memory does not grow with its window, and its sandbox is the one of all agents.
    @Test func anAgentOfAWindowIsSmallAndConfined() throws {
        let window = try window("#2060c0", "the stage", at: "200x55+0+0")
        let stream = try live("--window", "the stage", "--size", "640x360")
        try wait(for: [0x20, 0x60, 0xC0], in: stream, "the window")
        let agent = try #require(try stream.agents().first)
        #expect(Set(agent["confinement"] as? [String] ?? []).isSuperset(of: ["noNewPrivileges", "filteredCalls"]), "\(agent)")
        let privateKiB = try #require(agent["privateKiB"] as? Int)
        #expect(privateKiB > 0 && privateKiB <= 6 * 1024, "\(privateKiB)")
        try stream.stop()
        window.end()
    }

    @Test func aZoomShowsTheFocusedWindow() throws {
        let windows = [
            try window("#2060c0", "left", kind: "Left", at: "40x12+0+0"), try window("#c02020", "right", kind: "Right", at: "40x12+900+500"),
        ]
        let stream = try live()
        let numbers = try listed().reduce(into: [String: String]()) { $0[$1["title"] as? String ?? ""] = $1["window"] as? String }
        try focus(try #require(numbers["left"]))
        try stream.command("zoom", "2.0", "--follow", "window")
        try wait(for: [0x20, 0x60, 0xC0], in: stream, "the left window", at: "8:8:iw/8:ih/8")
        try focus(try #require(numbers["right"]))
        // Beyond the window on its left is the screen.
        try wait(for: [0xC0, 0x20, 0x20], in: stream, "the right window", at: "8:8:iw*3/4:ih*3/4")
        let source = try #require((try stream.status()["sources"] as? [[String: Any]])?.first)
        #expect((source["zoom"] as? [String: Any])?["follow"] as? String == "window")
        try swap(stream, "pattern")
        let refused = try #require(throws: FixtureError.self) { try stream.command("zoom", "2.0", "--follow", "window") }
        #expect("\(refused)".contains("does not tell which window has the focus"), "\(refused)")
        try stream.stop()
        for window in windows { window.end() }
    }

    /// As a window manager would.
    private func focus(_ window: String) throws {
        try runTool(
            ["xprop", "-root", "-f", "_NET_SUPPORTING_WM_CHECK", "32x", "-set", "_NET_SUPPORTING_WM_CHECK", window], environment: screen.environment)
        try runTool(
            ["xprop", "-id", window, "-f", "_NET_SUPPORTING_WM_CHECK", "32x", "-set", "_NET_SUPPORTING_WM_CHECK", window],
            environment: screen.environment)
        try runTool(["xprop", "-root", "-f", "_NET_ACTIVE_WINDOW", "32x", "-set", "_NET_ACTIVE_WINDOW", window], environment: screen.environment)
    }
}
