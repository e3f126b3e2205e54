import Fixtures
import Foundation
import Frames
import Glibc
import Judging
import ServerFixtures
import TestSupport
import Testing

/// Scenes of a broadcast, as a recording shows them.
@Suite(.serialized, .rerunWhenLate) struct SceneTests {
    private static let white = ColourChart(colours: Array(repeating: 0xffffff, count: 18))
    /// Where a scene's picture lies, and where the second source does: of 640x360.
    private static let corner = (x: 8, y: 8, width: 112, height: 48)
    private static let inset = (x: 488, y: 278, width: 144, height: 74)

    private let scratch = Scratch()
    private var environment: [String: String?] { ["XDG_CONFIG_HOME": scratch.path] }
    private var folder: String { scratch.file("splitcast/scenes") }

    private func picture(_ colour: String) throws -> String {
        let file = scratch.file("\(colour).png")
        _ = try runTool(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=\(colour):size=128x64", "-frames:v", "1", file])
        return file
    }

    /// A command of the broadcast's group, with the scenes of this test.
    @discardableResult
    private func scene(_ stream: TestSupport.Stream, _ words: String...) throws -> Data {
        try runTool(
            [try releaseProduct("splitcast"), "scene"] + words + ["--group", stream.group],
            environment: stream.environment.merging(environment) { $1 })
    }

    private func sources(_ stream: TestSupport.Stream) throws -> [[String: Any]] { try stream.status()["sources"] as? [[String: Any]] ?? [] }

    private func encoded(_ stream: TestSupport.Stream, _ what: String = "framesEncoded") throws -> Int {
        (try stream.status()["picture"] as? [String: Any])?[what] as? Int ?? 0
    }

    private func settle(_ stream: TestSupport.Stream, pictures: Int = 4) throws {
        let before = try encoded(stream)
        try waitUntil("more pictures") { try encoded(stream) >= before + pictures }
    }

    /// The mean colour of a part of each of a recording's pictures.
    private func colours(_ file: String, _ place: (x: Int, y: Int, width: Int, height: Int)) throws -> [[UInt8]] {
        let raw = [UInt8](
            try runTool([
                "ffmpeg", "-nostdin", "-v", "error", "-i", file, "-map", "0:v:0", "-fps_mode", "passthrough", "-vf",
                "crop=\(place.width):\(place.height):\(place.x):\(place.y):exact=1,scale=1:1:flags=area+accurate_rnd+full_chroma_int,format=rgb24",
                "-f", "rawvideo", "pipe:1",
            ]))
        return stride(from: 0, to: raw.count, by: 3).map { Array(raw[$0..<($0 + 3)]) }
    }

    /// A black screen and a white source beside it.
    private func live(_ file: String, _ more: String...) throws -> (stream: TestSupport.Stream, servers: [Any]) {
        let (screen, two) = (try XvfbServer(width: 640, height: 360), try XvfbServer(width: 320, height: 180))
        let chart = try Stimulus(Self.white, on: two)
        let stream = try Stream(
            ["live", "--display", screen.display, "--http", "off", "--bitrate", "8000k", "--record", file]
                + ["--mic", "none", "--source", "two=x11:" + two.display] + more, screen: screen, environment: environment)
        try stream.waitUntilLive()
        try waitUntil("both sources: \(stream.process.output.suffix(800))") { try sources(stream).allSatisfy { $0["state"] as? String == "live" } }
        return (stream, [screen, two, chart])
    }

    /// Layers and overlays change in one and the same picture, over and over, and no key frame is made for it.
    @Test func allOfASceneIsThereInOnePicture() throws {
        let file = scratch.file("scenes.mkv")
        let (stream, servers) = try live(file)
        try stream.command("overlay", "add", try picture("red"), "--width", "0.2")
        try stream.command("layer", "set", "two", "480,270", "160x90", "hidden")
        try scene(stream, "save", "red")
        try stream.command("overlay", "remove", "1")
        try stream.command("overlay", "add", try picture("blue"), "--width", "0.2")
        try stream.command("layer", "set", "two", "shown")
        try scene(stream, "save", "blue")
        try settle(stream)
        let (keyframes, start) = (try encoded(stream, "keyframes"), try stream.status()["uptimeSeconds"] as? Double ?? 0)
        for _ in 0..<8 {
            for name in ["red", "blue"] {
                try scene(stream, "show", name)
                try settle(stream, pictures: 2)
            }
        }
        let (after, end) = (try encoded(stream, "keyframes"), try stream.status()["uptimeSeconds"] as? Double ?? 0)
        let overlays = try stream.status()["overlays"] as? [[String: Any]] ?? []
        try stream.stop()
        #expect(overlays.count == 1 && (overlays[0]["content"] as? String)?.hasSuffix("blue.png") == true)
        // From the first scene that was shown on: red with nothing, blue with the source, and nothing else.
        let pairs = Array(zip(try colours(file, Self.corner), try colours(file, Self.inset)))
        let first = try #require(pairs.lastIndex { $0.0.allSatisfy { $0 < 40 } }) + 1
        let shown = pairs[first...].map { corner, inset in (isRed: corner[0] > 128, isBlue: corner[2] > 128, isSourceThere: inset[0] > 128) }
        let mixed = shown.indices.filter { shown[$0].isRed == shown[$0].isBlue || shown[$0].isRed == shown[$0].isSourceThere }
        // The first ones are of what was made by hand, an overlay and a layer at a time.
        let firstShown = try #require(shown.indices.first { shown[$0].isBlue && shown[$0].isSourceThere })
        #expect(mixed.allSatisfy { $0 < firstShown }, "\(mixed) of \(shown.count), from \(firstShown) on")
        let changes = zip(shown[firstShown...], shown[firstShown...].dropFirst()).count { $0.isRed != $1.isRed }
        #expect(changes == 16, "\(changes) changes in \(shown.count) pictures")
        #expect(try decodingErrors(of: file) == "")
        // Those of the clock alone, one in two seconds at most.
        #expect(Double(after - keyframes) <= (end - start) / 2 + 1, "\(after - keyframes) key frames in \(end - start) s")
        withExtendedLifetime(servers) {}
    }

    @Test func aSceneFadesWithItsOverlays() throws {
        let file = scratch.file("fade.mkv")
        let (stream, servers) = try live(file, "--overlay", try picture("red") + ",width=0.2", "--layer", "two=480,270,160x90")
        try waitUntil("the overlay") { (try stream.status()["overlays"] as? [Any])?.count == 1 }
        try settle(stream)
        try scene(stream, "save", "red")
        try stream.command("overlay", "remove", "1")
        try stream.command("layer", "set", "two", "hidden")
        try settle(stream)
        try scene(stream, "show", "red", "--transition", "fade:1s")
        try settle(stream, pictures: 20)
        letRun(for: .seconds(1))
        try stream.stop()
        let (corner, inset) = (try colours(file, Self.corner).map { $0[0] }, try colours(file, Self.inset).map { $0[0] })
        let last = try #require(corner.indices.last { corner[$0] < 40 && inset[$0] < 40 })
        let fading = (last + 1)..<corner.count
        // Half seen on the way, both together, and whole in the end.
        #expect(fading.contains { (60...180).contains(corner[$0]) && (60...180).contains(inset[$0]) }, "\(corner.suffix(60)), \(inset.suffix(60))")
        #expect(fading.allSatisfy { abs(Int(corner[$0]) - Int(inset[$0])) < 40 }, "\(corner.suffix(60)), \(inset.suffix(60))")
        #expect(corner.last! > 230 && inset.last! > 230)
        withExtendedLifetime(servers) {}
    }

    @Test func audioIsAsTheSceneHasIt() throws {
        let (screen, sound) = (try XvfbServer(width: 320, height: 180), try AudioFixture())
        let stream = try Stream.live(screen, sound: sound, to: [scratch.file("audio.mkv")])
        try stream.waitUntilLive()
        func audio(_ id: String) throws -> [String: Any] {
            let sources = (try stream.status()["audio"] as? [String: Any])?["sources"] as? [[String: Any]] ?? []
            return try #require(sources.first { $0["id"] as? String == id })
        }
        try stream.command("audio", "gain", "music", "50")
        try stream.command("audio", "mute", "mic")
        try scene(stream, "save", "quiet")
        try stream.command("audio", "gain", "music", "100")
        try stream.command("audio", "unmute", "mic")
        try scene(stream, "show", "quiet")
        #expect(try audio("mic")["isMuted"] as? Bool == true && audio("music")["gain"] as? Double == 50)
        #expect(try audio("mic")["gain"] as? Double == 100 && audio("music")["isMuted"] as? Bool == false)
        try stream.stop()
        // A broadcast that begins with it.
        let other = try Stream(
            ["live", "--display", screen.display, "--mic", "default", "--http", "off", "--record", scratch.file("other.mkv"), "--scene", "quiet"],
            screen: screen, sound: sound, environment: environment)
        try other.waitUntilLive()
        let sources = (try other.status()["audio"] as? [String: Any])?["sources"] as? [[String: Any]] ?? []
        #expect(sources.first { $0["id"] as? String == "mic" }?["isMuted"] as? Bool == true)
        #expect(sources.first { $0["id"] as? String == "music" }?["gain"] as? Double == 50)
        try other.stop()
    }

    @Test func whatABroadcastLacksIsNamedAndTheRestIsShown() throws {
        let (stream, servers) = try live(scratch.file("whole.mkv"), "--layer", "two=480,270,160x90", "--overlay-text", "{group},at=0.5,0.5")
        try waitUntil("the overlay") { (try stream.status()["overlays"] as? [Any])?.count == 1 }
        try stream.command("overlay", "add", try picture("red"), "--width", "0.2")
        try stream.command("layer", "set", "screen", "mirror")
        try scene(stream, "save", "talk")
        try stream.stop()
        try FileManager.default.removeItem(atPath: scratch.file("red.png"))
        let screen = try XvfbServer(width: 640, height: 360)
        let other = try Stream(
            ["live", "--display", screen.display, "--mic", "none", "--http", "off", "--record", scratch.file("b.mkv")], screen: screen)
        try other.waitUntilLive()
        let report = try JSONSerialization.jsonObject(with: try scene(other, "show", "talk", "--json")) as? [String: Any]
        let left = try #require(report?["left"] as? [String])
        #expect(left.count == 2 && left[0].contains("two: this broadcast has no such source") && left[1].contains("red.png"), "\(left)")
        #expect((try sources(other).first?["layer"] as? [String: Any])?["isMirrored"] as? Bool == true)
        #expect((try other.status()["overlays"] as? [[String: Any]])?.map { $0["kind"] as? String } == ["text"])
        // A broken file is one line, and nothing changes.
        try Data("{".utf8).write(to: URL(fileURLWithPath: folder + "/broken.json"))
        let before = try sources(other) as NSArray
        for (words, part) in [
            (["show", "broken"], folder + "/broken.json"), (["show", "none"], "there is no scene \"none\""), (["save", "A/b"], "is no name"),
        ] {
            let refused = #expect(throws: FixtureError.self) {
                try runTool(
                    [try releaseProduct("splitcast"), "scene"] + words + ["--group", other.group],
                    environment: other.environment.merging(environment) { $1 })
            }
            #expect(refused.map { "\($0)".contains(part) } == true, "\(words): \(String(describing: refused))")
        }
        #expect(try sources(other) as NSArray == before)
        let failed = try Program(
            [try releaseProduct("splitcast"), "live", "--capture", "pattern", "--mic", "none", "--scene", "broken", "--group", "other"],
            environment: other.environment.merging(environment) { $1 })
        #expect(failed.status == 2 && failed.complaints.contains(folder + "/broken.json"), "\(failed.complaints)")
        try other.stop()
        withExtendedLifetime(servers) {}
    }

    /// As `zoom --follow window` does, of a source of which no agent tells the focus.
    @Test func aZoomThatCannotFollowTheWindowIsNamed() throws {
        let screen = try XvfbServer(width: 320, height: 180)
        let stream = try Stream(
            ["live", "--capture", "pattern", "--size", "320x180", "--mic", "none", "--http", "off", "--record", scratch.file("p.mkv")],
            screen: screen,
            environment: environment)
        try stream.waitUntilLive()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(#"{"splitcastScene":1,"layers":[{"source":"screen","zoom":2,"follow":"window"}]}"#.utf8)
            .write(to: URL(fileURLWithPath: folder + "/near.json"))
        let report = try JSONSerialization.jsonObject(with: try scene(stream, "show", "near", "--json")) as? [String: Any]
        let left = try #require(report?["left"] as? [String])
        #expect(left.count == 1 && left[0].hasPrefix("screen: its zoom follows no window"), "\(left)")
        let zoom = try sources(stream).first?["zoom"] as? [String: Any]
        #expect(zoom?["factor"] as? Double == 2 && zoom?["follow"] as? String == "off")
        try stream.stop()
    }
}
