import Fixtures
import Foundation
import Frames
import Glibc
import Platform
import ServerFixtures
import TestSupport
import Testing

/// Filters of a broadcast's sources, as a recording shows them.
@Suite(.serialized) struct FilterTests {
    /// The mean colour of a part of a recording's last picture.
    private func colour(_ file: String, _ width: Int, _ height: Int, _ x: Int, _ y: Int) throws -> [Int] {
        let raw = try runTool([
            "ffmpeg", "-nostdin", "-v", "error", "-i", file, "-map", "0:v:0", "-fps_mode", "passthrough",
            "-vf", "crop=\(width):\(height):\(x):\(y):exact=1,scale=1:1:flags=area+accurate_rnd+full_chroma_int,format=rgb24", "-f", "rawvideo",
            "pipe:1",
        ])
        return raw.suffix(3).map(Int.init)
    }

    /// What is swapped by a table: red for green.
    private func table(in scratch: Scratch) throws -> String {
        var lines = ["LUT_3D_SIZE 2"]
        for blue in 0..<2 { for green in 0..<2 { for red in 0..<2 { lines.append("\(green) \(red) \(blue)") } } }
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: scratch.file("swap.cube")))
        return scratch.file("swap.cube")
    }

    private func filters(_ stream: TestSupport.Stream) throws -> [[String: Any]] { try stream.status()["filters"] as? [[String: Any]] ?? [] }

    private func record(_ stream: TestSupport.Stream, _ file: String, after: Duration = .seconds(1)) throws {
        try stream.command("targets", "add", file)
        try waitUntil("a recording") {
            try stream.targets().contains { ($0["url"] as? String)?.hasSuffix(file) == true && $0["state"] as? String == "live" }
        }
        letRun(for: after)
        let id = try #require(try stream.targets().first { ($0["url"] as? String)?.hasSuffix(file) == true }?["id"] as? Int)
        try stream.command("targets", "remove", "\(id)")
    }

    /// A red still screen and a green still source above: filters show at once, part by part, and go again; the key lets the screen through.
    @Test func filtersAreSeenWhileLive() throws {
        let (screen, cam, scratch) = (try XvfbServer(width: 640, height: 360), try XvfbServer(width: 320, height: 180), Scratch())
        let red = try Stimulus(ColourChart(colours: Array(repeating: 0xff0000, count: 18)), on: screen)
        let green = try Stimulus(ColourChart(colours: Array(repeating: 0x00ff00, count: 18)), on: cam)
        let stream = try Stream(
            [
                "live", "--display", screen.display, "--mic", "none", "--http", "off", "--bitrate", "6000k", "--record", scratch.file("all.mkv"),
                "--source", "cam=x11:" + cam.display, "--layer", "cam=0,0,320x180",
            ], screen: screen)
        try stream.waitUntilLive()
        try waitUntil("both sources") {
            (try stream.status()["sources"] as? [[String: Any]] ?? []).allSatisfy { $0["state"] as? String == "live" }
        }
        func expect(_ name: String, cam: [Int], screen: [Int]) throws {
            let file = scratch.file(name + ".mkv")
            try record(stream, file)
            let found = (try colour(file, 100, 100, 100, 40), try colour(file, 100, 100, 400, 200))
            for (wanted, seen) in [(cam, found.0), (screen, found.1)] {
                #expect(seen.count == 3 && zip(wanted, seen).allSatisfy { abs($0 - $1) <= 8 }, "\(name): \(seen), not \(wanted)")
            }
            #expect(Program.decodingComplaints(file) == "")
        }
        try expect("plain", cam: [0, 255, 0], screen: [255, 0, 0])
        try stream.command("filter", "add", "cam", "lut=" + (try table(in: scratch)))
        try expect("table", cam: [255, 0, 0], screen: [255, 0, 0])
        try stream.command("filter", "add", "screen", "brightness=-0.5")
        let dark = try { () throws -> [Int] in
            try record(stream, scratch.file("dark.mkv"))
            return try colour(scratch.file("dark.mkv"), 100, 100, 400, 200)
        }()
        // Without luma, what is left of red is its chroma: 1.5748 × 0.5 of 255.
        #expect(dark.count == 3 && abs(dark[0] - 201) <= 8 && dark[1] < 8 && dark[2] < 8, "\(dark)")
        try waitUntil("figures") { try filters(stream).allSatisfy { $0["state"] as? String == "working" } }
        #expect(try filters(stream).map { $0["source"] as? String } == ["cam", "screen"])
        try stream.command("filter", "remove", "1")
        try stream.command("filter", "set", "2", "brightness=0")
        try expect("without", cam: [0, 255, 0], screen: [255, 0, 0])
        try stream.command("filter", "add", "cam", "key=#00ff00", "similarity=0.2")
        try expect("key", cam: [255, 0, 0], screen: [255, 0, 0])
        #expect(throws: (any Error).self) { try stream.command("filter", "add", "nothing", "smooth=1") }
        #expect(throws: (any Error).self) { try stream.command("filter", "add", "cam", "lut=" + scratch.file("none.cube")) }
        try stream.stop()
        #expect(Program.decodingComplaints(scratch.file("all.mkv")) == "")
        withExtendedLifetime((red, green)) {}
    }

    // MARK: Programs

    private func isGrey(_ colour: [Int]) -> Bool { colour.count == 3 && (colour.max() ?? 0) - (colour.min() ?? 0) <= 8 }

    private func codes(_ stream: TestSupport.Stream) throws -> [String] {
        try stream.events().compactMap { $0["code"] as? String }.filter { $0.hasPrefix("filter.") }
    }

    /// The process that runs this file, as /proc has it.
    private func process(running file: String) throws -> pid_t {
        var found: pid_t?
        try waitUntil("a process of \(file)") {
            found = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap(pid_t.init).first { pid in
                let words = (try? String(contentsOfFile: "/proc/\(pid)/cmdline", encoding: .utf8))?.split(separator: "\0") ?? []  // it may have ended
                return words.contains(Substring(file)) && !words.contains("run-filter")
            }
            return found != nil
        }
        return try #require(found)
    }

    /// The example of the documents, stopped and killed: its picture passes it by, and it comes back.
    @Test func aProgramFiltersAndIsPassedByWhenItHangsOrDies() throws {
        let (screen, scratch) = (try XvfbServer(width: 640, height: 360), Scratch())
        let red = try Stimulus(ColourChart(colours: Array(repeating: 0xff0000, count: 18)), on: screen)
        let example = scratch.file("filter.py")
        try FileManager.default.copyItem(atPath: "Shared/Examples/filter.py", toPath: example)
        let stream = try Stream(
            [
                "live", "--display", screen.display, "--mic", "none", "--http", "off", "--bitrate", "6000k", "--record", scratch.file("all.mkv"),
            ], screen: screen)
        try stream.waitUntilLive()
        func seen(_ name: String) throws -> [Int] {
            try record(stream, scratch.file(name))
            return try colour(scratch.file(name), 100, 100, 400, 200)
        }
        func state() throws -> String { try filters(stream).first?["state"] as? String ?? "" }
        try stream.command("filter", "add", "screen", "exec=" + example)
        try waitUntil("the first frame to come back") { try state() == "working" }
        let filtered = try seen("filtered.mkv")
        #expect(isGrey(filtered), "\(filtered)")
        // Stopped: what is lent next does not come back.
        kill(try process(running: example), SIGSTOP)
        try stream.command("filter", "add", "screen", "brightness=0")
        try waitUntil("it to be told") { try codes(stream) == ["filter.bypassed", "filter.back"] }
        #expect(try stream.events().first { $0["code"] as? String == "filter.bypassed" }?["words"] as? String != nil)
        #expect(isGrey(try seen("stopped.mkv")))
        kill(try process(running: example), SIGKILL)
        try waitUntil("it to be told again") { try codes(stream).suffix(2) == ["filter.bypassed", "filter.back"] }
        #expect(isGrey(try seen("killed.mkv")))
        try stream.command("filter", "remove", "1")
        let plain = try seen("plain.mkv")
        #expect(plain.count == 3 && plain[0] > 230 && plain[1] < 25, "\(plain)")
        try scratch.write(
            "#!/usr/bin/python3\nimport socket, time\nhost = socket.socket(fileno=0)\nwhile True: host.send(b'x' * 24)\n", to: "flood.py")
        chmod(scratch.file("flood.py"), 0o755)
        try stream.command("filter", "add", "screen", "exec=" + scratch.file("flood.py"))
        try waitUntil("its end") { try codes(stream).last == "filter.gaveUp" }
        #expect(try filters(stream).last?["state"] as? String == "failed")
        #expect(try seen("flood.mkv") == plain)
        try stream.stop()
        #expect(Program.decodingComplaints(scratch.file("all.mkv")) == "")
        withExtendedLifetime(red) {}
    }

    /// The host is killed: its filter's program goes with it, and so does what that had started in a session of its own.
    @Test func aProgramAndWhatItStartedEndWithTheHost() throws {
        let (screen, scratch) = (try XvfbServer(width: 320, height: 180), Scratch())
        let script = scratch.file("starts.py")
        try scratch.write(
            """
            #!/usr/bin/python3
            import os, signal, sys
            if os.fork() == 0:
                os.setsid()
                os.execv(sys.executable, ['child', '-c', 'import signal; signal.pause()', sys.argv[0]])
            signal.pause()
            """, to: "starts.py")
        chmod(script, 0o755)
        let stream = try Stream(
            ["live", "--display", screen.display, "--mic", "none", "--http", "off", "--record", scratch.file("all.mkv")], screen: screen)
        try stream.waitUntilLive()
        try stream.command("filter", "add", "screen", "exec=" + script)
        func family() -> [String] {
            (fileNames(in: "/proc").compactMap(pid_t.init)).compactMap { pid in
                let words = try? String(contentsOfFile: "/proc/\(pid)/cmdline", encoding: .utf8)  // it may have ended
                return words.flatMap { $0.contains(script) ? $0.replacing("\0", with: " ") : nil }
            }
        }
        try waitUntil("the program and its child: \(family())") {
            let found = family()
            return found.contains { $0.hasPrefix("child -c") } && found.contains { $0.contains("python3") }
        }
        kill(stream.process.pid, SIGKILL)
        try waitUntil("all of them to end: \(family())") { family().isEmpty }
    }

    /// A source that is removed takes its filters along, and the program of one; what comes under its name has none.
    @Test func filtersEndWithTheirSource() throws {
        let (screen, scratch) = (try XvfbServer(width: 320, height: 180), Scratch())
        let example = scratch.file("filter.py")
        try FileManager.default.copyItem(atPath: "Shared/Examples/filter.py", toPath: example)
        let stream = try Stream(
            ["live", "--display", screen.display, "--mic", "none", "--http", "off", "--record", scratch.file("all.mkv")], screen: screen)
        try stream.waitUntilLive()
        try stream.command("sources", "add", "two=pattern:320x180")
        try stream.command("filter", "add", "screen", "gamma=1.1")
        try stream.command("filter", "add", "two", "exec=" + example)
        let program = try process(running: example)
        try stream.command("sources", "remove", "two")
        #expect(kill(program, 0) != 0 && errno == ESRCH)
        try stream.command("sources", "add", "two=pattern:320x180")
        #expect(try filters(stream).compactMap { $0["source"] as? String } == ["screen"])
        try stream.stop()
        #expect(Program.decodingComplaints(scratch.file("all.mkv")) == "")
    }

    /// Denoising takes longer than 2 ms a picture: at 240 a second it is passed by, and the stream goes on.
    @Test func oneThatIsTooSlowIsPassedBy() throws {
        let (screen, scratch) = (try XvfbServer(width: 1280, height: 720), Scratch())
        let motion = try Stimulus(.motion, on: screen, framesPerSecond: 60)
        let stream = try Stream(
            [
                "live", "--display", screen.display, "--mic", "none", "--http", "off", "--fps", "240", "--preset", "ultrafast",
                "--record", scratch.file("all.mkv"),
            ], screen: screen)
        try stream.waitUntilLive()
        try stream.command("filter", "add", "screen", "denoise=1", "smooth=1", "sharpen=1")
        try waitUntil("the event") { try codes(stream).contains("filter.bypassed") }
        let event = try #require(try stream.events().first { $0["code"] as? String == "filter.bypassed" })
        #expect(event["severity"] as? String == "warning" && (event["remedy"] as? String)?.contains("splitcast filter set 1") == true)
        #expect(try filters(stream).first?["state"] as? String == "bypassed")
        try stream.command("filter", "set", "1", "denoise=0", "smooth=0", "sharpen=0.1")
        #expect(try filters(stream).first?["state"] as? String != nil)
        try stream.stop()
        withExtendedLifetime(motion) {}
    }
}
