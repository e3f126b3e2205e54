import Fixtures
import Foundation
import Frames
import Glibc
import Judging
import ServerFixtures
import TestSupport
import Testing

/// Several sources on one canvas, each with an agent of its own: what a recording shows of them.
@Suite(.serialized, .rerunWhenLate) struct LayerTests {
    private static let canvas = PixelSize(width: 1280, height: 720)
    private static let reversed = ColourChart(colours: ColourChart.standard.colours.reversed())

    /// A desktop with a chart on it.
    private struct Desktop {
        let screen: XvfbServer
        let stimulus: Stimulus

        init(_ chart: ColourChart, width: Int, height: Int) throws {
            screen = try XvfbServer(width: width, height: height)
            stimulus = try Stimulus(chart, on: screen)
        }
    }

    private func live(_ one: Desktop, beside two: Desktop, to file: String, _ more: String...) throws -> TestSupport.Stream {
        let stream = try Stream(
            ["live", "--display", one.screen.display, "--mic", "none", "--http", "off", "--bitrate", "6000k", "--record", file]
                + ["--source", "two=x11:" + two.screen.display] + more, screen: one.screen)
        try stream.waitUntilLive()
        try waitUntil("both sources: \(stream.process.output.suffix(800))") { try sources(stream).allSatisfy { $0["state"] as? String == "live" } }
        return stream
    }

    private func sources(_ stream: TestSupport.Stream) throws -> [[String: Any]] { try stream.status()["sources"] as? [[String: Any]] ?? [] }

    /// Until what was asked for is in the recording, whatever was encoded before.
    private func settle(_ stream: TestSupport.Stream) throws {
        func encoded() throws -> Int { (try stream.status()["picture"] as? [String: Any])?["framesEncoded"] as? Int ?? 0 }
        let before = try encoded()
        try waitUntil("more pictures") { try encoded() >= before + 6 }
    }

    private func expect(_ chart: ColourChart, in file: String, at place: (x: Int, y: Int, width: Int, height: Int), _ what: String) throws {
        let deviations = try chart.deviations(in: file, at: place)
        #expect(deviations.allSatisfy { $0 <= 6 }, "\(what): \(deviations)")
    }

    @Test func eachSourceIsSeenInItsPlace() throws {
        let (one, two, scratch) = (try Desktop(.standard, width: 1280, height: 720), try Desktop(Self.reversed, width: 640, height: 360), Scratch())
        let file = scratch.file("places.mkv")
        let stream = try live(
            one, beside: two, to: file, "--layer", "screen=0,0,640x720,stretch", "--layer", "two=right,bottom,640x360,z=3")
        try settle(stream)
        try stream.stop()
        try expect(.standard, in: file, at: (0, 0, 640, 720), "the screen")
        try expect(Self.reversed, in: file, at: (640, 360, 640, 360), "the other")
    }

    /// A still screen sends nothing anew: what it showed last is painted again from its frame, not from a small picture of it.
    @Test func aStillSourceIsSharpWhenItsLayerGrows() throws {
        // Narrow stripes, which a small picture does not hold.
        let stripes = ColourChart(colours: (0..<360).map { $0 / 6 % 2 == 0 ? 0x102030 : 0xc0c0c0 })
        let (one, two, scratch) = (try Desktop(.standard, width: 1280, height: 720), try Desktop(stripes, width: 1280, height: 720), Scratch())
        let file = scratch.file("grown.mkv")
        let stream = try live(one, beside: two, to: file, "--layer", "two=0,0,160x90")
        try settle(stream)
        try stream.command("layout", "set", "solo:two")
        try settle(stream)
        try stream.stop()
        try expect(stripes, in: file, at: (0, 0, 1280, 720), "the stripes")
    }

    @Test func layersAreMovedCroppedAndHiddenWhileLive() throws {
        let (one, two, scratch) = (try Desktop(.standard, width: 1280, height: 720), try Desktop(Self.reversed, width: 1280, height: 720), Scratch())
        let (file, cropped) = (scratch.file("moved.mkv"), scratch.file("cropped.mkv"))
        let stream = try live(one, beside: two, to: file, "--layer", "two=0,0,640x360")
        let keyframes = (try stream.status()["picture"] as? [String: Any])?["keyframes"] as? Int ?? 0
        try stream.command("layer", "set", "screen", "0,0", "640x720", "stretch")
        try stream.command("layer", "set", "two", "640,0", "640x720", "aspect=stretch", "crop=0,0,1280x240", "mirror")
        try settle(stream)
        try stream.command("targets", "add", cropped)
        try waitUntil("the second recording") { try stream.targets().filter { $0["state"] as? String == "live" }.count == 2 }
        try settle(stream)
        try stream.command("targets", "remove", "2")
        // The uppermost row of patches, mirrored.
        try expect(ColourChart(colours: Self.reversed.colours.prefix(6).reversed()), in: cropped, at: (640, 0, 640, 720), "the cropped one")
        try expect(.standard, in: cropped, at: (0, 0, 640, 720), "the screen")
        try stream.command("layer", "set", "two", "hidden")
        try stream.command("layer", "set", "screen", "0,0", "1280x720")
        try settle(stream)
        let after = (try stream.status()["picture"] as? [String: Any])?["keyframes"] as? Int ?? 0
        try stream.stop()
        try expect(.standard, in: file, at: (0, 0, 1280, 720), "the screen alone")
        #expect(try decodingErrors(of: file) == "")
        // Those of the clock, and one for the recording that was added: none for a layer.
        expectInTime(after - keyframes < 12, "\(after - keyframes) key frames")
    }

    @Test func aSourceThatIsGoneIsNotShownAndComesBack() throws {
        let (one, two, scratch) = (try Desktop(.standard, width: 1280, height: 720), try Desktop(Self.reversed, width: 640, height: 360), Scratch())
        let (gone, back) = (scratch.file("gone.mkv"), scratch.file("back.mkv"))
        let stream = try live(one, beside: two, to: gone, "--layer", "two=0,0,1280x720,stretch", "--hold", "1s")
        let agent = try #require(try sources(stream).last?["agent"] as? Int)
        try stream.command("stop-agent", "\(agent)")
        try waitUntil("its agent to go") { try sources(stream).last?["state"] as? String == "none" }
        letRun(for: .seconds(2))
        try settle(stream)
        try stream.command("targets", "add", back)
        try waitUntil("the second recording") { try stream.targets().filter { $0["state"] as? String == "live" }.count == 2 }
        try stream.command("targets", "remove", "1")
        try expect(.standard, in: gone, at: (0, 0, 1280, 720), "the screen beneath")
        try stream.command("request-agent", "--source", "two")
        try settle(stream)
        try stream.stop()
        try expect(Self.reversed, in: back, at: (0, 0, 1280, 720), "the one that came back")
    }

    @Test func aSourceIsDetachedAndAttachedAgain() throws {
        let (one, two, scratch) = (try Desktop(.standard, width: 1280, height: 720), try Desktop(Self.reversed, width: 640, height: 360), Scratch())
        let (gone, back, moved) = (scratch.file("gone.mkv"), scratch.file("back.mkv"), scratch.file("moved.mkv"))
        let stream = try live(one, beside: two, to: gone, "--layer", "two=0,0,1280x720,stretch")
        let agent = try #require(try sources(stream).last?["agent"] as? Int)
        func next(_ file: String, after number: Int) throws {
            try stream.command("targets", "add", file)
            try waitUntil("the next recording") { try stream.targets().filter { $0["state"] as? String == "live" }.count == 2 }
            try stream.command("targets", "remove", "\(number)")
        }
        try stream.command("detach", "two")
        #expect(try sources(stream).last?["state"] as? String != "live")
        try settle(stream)
        try next(back, after: 1)
        try expect(.standard, in: gone, at: (0, 0, 1280, 720), "the screen beneath")
        try stream.command("attach", "two", "--to-agent", "\(agent)")
        #expect(try sources(stream).last?["agent"] as? Int == agent)
        try settle(stream)
        try next(moved, after: 2)
        try expect(Self.reversed, in: back, at: (0, 0, 1280, 720), "the one that was attached again")
        // Its agent becomes the screen's, whose own one goes.
        try stream.command("detach", "two")
        try stream.command("attach", "screen", "--to-agent", "\(agent)")
        try settle(stream)
        #expect(try sources(stream).first?["agent"] as? Int == agent)
        #expect(try stream.agents().count == 1)
        try stream.stop()
        try expect(Self.reversed, in: moved, at: (0, 0, 1280, 720), "the screen, of the agent that was moved")
    }

    @Test func anAgentThatIsSwappedInMayHaveItsOwnMemoryLimit() throws {
        let (one, two, scratch) = (try Desktop(.standard, width: 320, height: 180), try Desktop(Self.reversed, width: 320, height: 180), Scratch())
        let stream = try live(one, beside: two, to: scratch.file("all.mkv"))
        func limits() throws -> [Int?] {
            let agents = try stream.agents().sorted { ($0["id"] as? Int ?? 0) < ($1["id"] as? Int ?? 0) }
            return agents.map { ($0["memory"] as? [String: Any])?["limitKiB"] as? Int }
        }
        #expect(try limits() == [16 << 10, 16 << 10])
        let swap = try stream.running("swap", "--source", "two", "x11", "--display", two.screen.display, "--agent-memory", "24M")
        #expect(swap.exitStatus(within: .seconds(30)) == .exited(0), "\(swap.output)")
        try waitUntil("the old one to go") { try stream.agents().count == 2 }
        #expect(try limits() == [16 << 10, 24 << 10])
        let bad = try stream.running("swap", "--source", "two", "x11", "--agent-memory", "lots")
        #expect(bad.exitStatus(within: .seconds(30)) == .exited(2) && bad.output.contains("--agent-memory lots: give a size"), "\(bad.output)")
        try stream.stop()
    }

    @Test func aZoomShowsThePartAroundThePointer() throws {
        let (screen, scratch) = (try XvfbServer(width: 1280, height: 720), Scratch())
        let stimulus = try Stimulus(.standard, on: screen, pointer: (2, 2))
        let (near, all) = (scratch.file("near.mkv"), scratch.file("all.mkv"))
        let stream = try Stream(
            ["live", "--display", screen.display, "--mic", "none", "--http", "off", "--bitrate", "6000k", "--record", near], screen: screen)
        try stream.waitUntilLive()
        try stream.command("zoom", "2.0", "--follow", "pointer")
        letRun(for: .seconds(2))
        try settle(stream)
        try stream.command("targets", "add", all)
        try waitUntil("the second recording") { try stream.targets().filter { $0["state"] as? String == "live" }.count == 2 }
        try stream.command("targets", "remove", "1")
        // The upper left quarter, of a still screen.
        let rows = [0, 0, 1].map { row in (0..<6).map { ColourChart.standard.colours[row * 6 + $0 / 2] } }
        try expect(ColourChart(colours: rows.flatMap { $0 }), in: near, at: (0, 0, 1280, 720), "the part")
        try stream.command("zoom", "1")
        letRun(for: .seconds(2))
        try settle(stream)
        try stream.stop()
        try expect(.standard, in: all, at: (0, 0, 1280, 720), "all of it")
        stimulus.stop()
    }

    /// One source is killed, swapped and stopped while the other moves: its frames all arrive.
    @Test func troubleInOneSourceCostsTheOtherNothing() throws {
        let (screen, two, scratch) = (
            try XvfbServer(width: 640, height: 360), try Desktop(Self.reversed, width: 320, height: 180), Scratch()
        )
        let file = scratch.file("trouble.mkv")
        let stream = try Stream(
            ["live", "--display", screen.display, "--mic", "none", "--http", "off", "--bitrate", "8000k", "--preset", "ultrafast", "--record", file]
                + ["--source", "two=x11:" + two.screen.display, "--layer", "two=bottom-right,64x36"], screen: screen)
        try stream.waitUntilLive()
        try waitUntil("both sources") { try sources(stream).allSatisfy { $0["state"] as? String == "live" } }
        let stimulus = try Stimulus(.motion, on: screen)
        for turn in 0..<4 {
            let source = try #require(try sources(stream).last)
            if turn % 2 == 0 {
                let pid = try #require(try stream.agents().first { $0["id"] as? Int == source["agent"] as? Int }?["pid"] as? Int)
                kill(Int32(pid), SIGKILL)
                try waitUntil("another agent") {
                    let now = try #require(try sources(stream).last)
                    return now["state"] as? String == "live" && now["agent"] as? Int != source["agent"] as? Int
                }
            } else {
                let swap = try stream.running("swap", "--source", "two", "x11", "--display", two.screen.display)
                #expect(swap.exitStatus(within: .seconds(30)) == .exited(0), "\(swap.output)")
            }
            letRun(for: .milliseconds(500))
        }
        stimulus.stop()
        try settle(stream)
        try stream.stop(restarts: true)
        let tally = try StampReader(file).tally
        #expect(tally.delivered > 60 && tally.backward == 0, "\(tally)")
        expectInTime(tally.missed <= 2, "\(tally)")
        #expect(try decodingErrors(of: file) == "")
    }

    /// The canvas becomes so small that a layer lies beside it, and so large that it is there again.
    @Test func aLayerThatIsNoLongerSeenIsToldAndSoIsItsReturn() throws {
        let (one, two, scratch) = (try Desktop(.standard, width: 640, height: 360), try Desktop(Self.reversed, width: 320, height: 180), Scratch())
        let stream = try live(one, beside: two, to: scratch.file("all.mkv"), "--layer", "two=400,200,160x90")
        func problem() throws -> String? { (try sources(stream).last?["layer"] as? [String: Any])?["problem"] as? String }
        func codes() throws -> [String] { try stream.events().compactMap { $0["code"] as? String }.filter { $0.hasPrefix("picture.layer") } }
        #expect(try problem() == "")
        try stream.command("set", "size", "320x180")
        try waitUntil("it to be told") { try codes() == ["picture.layerUnseen"] }
        #expect(try problem() == "off the canvas: 160x90 at 400,200, and the canvas has 320x180")
        for words in [["sources", "show"], ["status"]] {
            #expect(String(decoding: try stream.command(words), as: UTF8.self).contains("not seen: off the canvas"), "\(words)")
        }
        try stream.command("set", "size", "640x360")
        try waitUntil("its return") { try codes() == ["picture.layerUnseen", "picture.layerSeen"] }
        #expect(try problem() == "")
        // Hidden is not unseen.
        try stream.command("set", "size", "320x180")
        try waitUntil("it to be told again") { try codes().count == 3 }
        try stream.command("layer", "set", "two", "hidden")
        try waitUntil("that to be no trouble") { try problem() == "" }
        try stream.stop()
    }

    @Test func aLayerThatCannotBeSeenIsRefusedBeforeTheBroadcast() throws {
        let scratch = Scratch()
        for (layer, part) in [
            ("two=700,0", "would be off the canvas: 640x360 at 700,0"), ("two=4096x90", "too large: 4096x90"), ("two=0x90", "from 2x2"),
        ] {
            let words = ["live", "--capture", "none", "--mic", "none", "--http", "off", "--size", "640x360", "--source", "two=none"]
            let refused = try FixtureProcess(
                [try releaseProduct("splitcast")] + words + ["--layer", layer, "--record", scratch.file("a.mkv"), "--group", "refused"])
            #expect(refused.exitStatus(within: .seconds(20)) == .exited(2) && refused.output.contains(part), "\(layer): \(refused.output)")
        }
    }

    @Test func aWrongNameIsOneLine() throws {
        let (one, two, scratch) = (try Desktop(.standard, width: 320, height: 180), try Desktop(Self.reversed, width: 320, height: 180), Scratch())
        let stream = try live(one, beside: two, to: scratch.file("wrong.mkv"))
        for (words, part) in [
            (["layer", "set", "cam", "0,0"], "there is no source \"cam\": there is screen, two"),
            (["layout", "set", "solo:cam"], "there is no source \"cam\": there is screen, two"),
            (["request-agent", "--source", "cam"], "there is no source \"cam\": there is screen, two"),
            (["layer", "set", "two", "wide"], "\"wide\" cannot be said of a layer"),
            (["layer", "set", "two", "crop=320,0,100x100"], "is outside of the source, which has 320x180: give a part of that"),
            (
                ["layer", "set", "two", "-160,0", "160x90"],
                "the layer of \"two\" would be off the canvas: 160x90 at -160,0, and the canvas has 320x180"
            ),
            (["layer", "set", "two", "320,0"], "would be off the canvas"),
            (["layer", "set", "two", "0x0"], "a layer has from 2x2 to 8192x8192 pixels"),
            (["layer", "set", "two", "8192x8192"], "too large: 8192x8192, and on a canvas of 320x180 a layer has 1280x720 at most"),
            (["sources", "add", "cam=none", "--layer", "cam=500,500"], "the layer of \"cam\" would be off the canvas"),
        ] {
            let refused = #expect(throws: FixtureError.self) { try stream.command(words) }
            #expect(refused.map { "\($0)".contains(part) } == true, "\(words): \(String(describing: refused))")
        }
        // Partly on it is on it; and so is what is partly in the source.
        try stream.command("layer", "set", "two", "-100,-50", "160x90", "crop=300,100,100x100")
        let layer = try sources(stream).last?["layer"] as? [String: Any]
        #expect(layer?["x"] as? Int == -100 && layer?["y"] as? Int == -50 && layer?["crop"] as? String == "300,100,100x100")
        try stream.stop()
    }
}
