import Fixtures
import Foundation
import ServerFixtures
import TestSupport
import Testing

/// Keys that are pressed on a real X server while a broadcast runs.
@Suite(.serialized) struct HotkeyTests {
    private let scratch = Scratch()

    private func press(_ keys: String..., on screen: XvfbServer) throws { _ = try runTool(["xdotool"] + keys, environment: screen.environment) }

    private func stream(
        _ screen: XvfbServer, _ arguments: [String], sound: AudioFixture? = nil, environment: [String: String?] = [:]
    ) throws
        -> TestSupport.Stream
    {
        var all = environment
        all["HOME"] = all["HOME"] ?? scratch.path
        return try Stream(
            ["live", "--display", screen.display, "--mic", sound == nil ? "none" : "default", "--http", "off", "--notify", "off"] + arguments,
            screen: screen, sound: sound, environment: all)
    }

    private func events(_ stream: TestSupport.Stream, _ code: String) throws -> [[String: Any]] {
        try stream.events().filter { $0["code"] as? String == code }
    }

    private func waitUntilReady(_ stream: TestSupport.Stream) throws {
        try stream.waitUntilLive()
        try waitUntil("hotkeys: \(stream.process.output)") { try !events(stream, "hotkey.ready").isEmpty }
    }

    private func isMuted(_ stream: TestSupport.Stream) throws -> Bool {
        try #require((try stream.status()["microphone"] as? [String: Any])?["isMuted"] as? Bool)
    }

    private func isAllMuted(_ stream: TestSupport.Stream) throws -> Bool {
        try #require(((try stream.status()["audio"] as? [String: Any])?["mix"] as? [String: Any])?["isMuted"] as? Bool)
    }

    @Test func microphoneAndMixAreMutedAndHeardAgain() throws {
        let (screen, audio) = (try XvfbServer(width: 320, height: 180), try AudioFixture(feeding: .tone))
        let stream = try stream(
            screen, ["--record", scratch.file("a.mkv"), "--hotkey", "mute-microphone=Ctrl+Alt+M", "--hotkey", "mute-all=Shift+F9"], sound: audio)
        try waitUntilReady(stream)
        for isWanted in [true, false, true] {
            try press("key", "ctrl+alt+m", on: screen)
            try waitUntil("the microphone") { try isMuted(stream) == isWanted }
        }
        for isWanted in [true, false] {
            try press("key", "shift+F9", on: screen)
            try waitUntil("the mix") { try isAllMuted(stream) == isWanted }
        }
        #expect(try isMuted(stream), "by itself")
        try stream.stop()
    }

    @Test func pushToTalkIsHeardAsLongAsItIsHeld() throws {
        let (screen, audio) = (try XvfbServer(width: 320, height: 180), try AudioFixture(feeding: .tone))
        let file = scratch.file("a.mkv")
        let stream = try stream(screen, ["--record", file, "--hotkey", "push-to-talk=F9"], sound: audio)
        try waitUntilReady(stream)
        try waitUntil("it is muted from the beginning") { try isMuted(stream) }
        try press("keydown", "F9", on: screen)
        try waitUntil("it is heard") { try !isMuted(stream) }
        // The key repeats meanwhile.
        for _ in 0..<20 {
            letRun(for: .milliseconds(150))
            #expect(try !isMuted(stream))
        }
        try press("keyup", "F9", on: screen)
        try waitUntil("it is muted") { try isMuted(stream) }
        let used = try events(stream, "hotkey.used").compactMap { ($0["fields"] as? [String: Any])?["isHeld"] as? Bool }
        #expect(used == [true, false])
        try stream.stop()
        #expect(Program.decodingComplaints(file) == "")
    }

    @Test func thePictureIsPausedAndAChapterAndAReplayAreMade() throws {
        let screen = try XvfbServer(width: 320, height: 180)
        let file = scratch.file("a.mkv")
        let stream = try stream(
            screen,
            ["--record", file, "--replay", "30s", "--hotkey", "pause=Pause", "--hotkey", "mark=F8", "--hotkey", "replay-save=Ctrl+F8"],
            environment: ["XDG_VIDEOS_DIR": scratch.file("videos")])
        try waitUntilReady(stream)
        try press("key", "F8", on: screen)
        try waitUntil("a chapter: \(stream.process.output)") { try events(stream, "recording.chapter").count == 1 }
        try press("key", "ctrl+F8", on: screen)
        try waitUntil("a replay: \(stream.process.output)") { try events(stream, "replay.saved").count == 1 }
        let saved = try #require((try events(stream, "replay.saved").first?["fields"] as? [String: Any])?["file"] as? String)
        #expect(saved.hasPrefix(scratch.file("videos") + "/replay-2") && Program.decodingComplaints(saved) == "")
        try press("key", "Pause", on: screen)
        try waitUntil("the pause") { try stream.status()["state"] as? String == "paused" }
        try press("key", "Pause", on: screen)
        try waitUntil("the end of the pause") { try stream.status()["state"] as? String == "live" }
        try stream.stop()
        #expect(Program.decodingComplaints(file) == "")
    }

    @Test func aSceneIsShown() throws {
        let screen = try XvfbServer(width: 320, height: 180)
        let stream = try stream(
            screen,
            [
                "--record", scratch.file("a.mkv"), "--hotkey", "scene:small=Ctrl+1", "--hotkey", "scene:whole=Ctrl+2", "--hotkey", "scene:none=F7",
            ],
            environment: ["XDG_CONFIG_HOME": scratch.path])
        try waitUntilReady(stream)
        func width() throws -> Int {
            let source = try #require((try stream.status()["sources"] as? [[String: Any]])?.first)
            return try #require((source["layer"] as? [String: Any])?["width"] as? Int)
        }
        func scene(_ words: String...) throws {
            _ = try runTool(
                [try releaseProduct("splitcast")] + words + ["--group", stream.group],
                environment: stream.environment.merging(["XDG_CONFIG_HOME": scratch.path]) { $1 })
        }
        try scene("scene", "save", "whole")
        try scene("layer", "set", "screen", "160x90")
        try waitUntil("a small layer") { try width() == 160 }
        try scene("scene", "save", "small")
        try press("key", "ctrl+2", on: screen)
        try waitUntil("the whole") { try width() == 320 }
        try press("key", "ctrl+1", on: screen)
        try waitUntil("the small one") { try width() == 160 }
        try press("key", "F7", on: screen)
        try waitUntil("why not") { try events(stream, "hotkey.failed").contains { "\($0)".contains("scene:none") } }
        try stream.stop()
    }

    @Test func whatCannotBeDoneOrHadIsAnEvent() throws {
        let screen = try XvfbServer(width: 320, height: 180)
        let first = try stream(screen, ["--record", scratch.file("a.flv"), "--hotkey", "replay-save=F6", "--hotkey", "mute-microphone=F7"])
        try waitUntilReady(first)
        try press("key", "F6", on: screen)
        try press("key", "F7", on: screen)
        try waitUntil("two reasons") { try events(first, "hotkey.failed").count == 2 }
        #expect(try events(first, "hotkey.failed").allSatisfy { ($0["remedy"] as? String)?.isEmpty == false })
        // The same key in another host.
        let second = try stream(screen, ["--record", scratch.file("b.mkv"), "--hotkey", "mark=F6", "--hotkey", "pause=F9"])
        try waitUntilReady(second)
        let taken = try #require(try events(second, "hotkey.unavailable").first?["fields"] as? [String: Any])
        #expect(taken["action"] as? String == "mark" && taken["keys"] as? String == "F6" && taken["reason"] as? String == "another program has it")
        try second.stop()
        try first.stop()
    }

    @Test func theFileNamesActionsAndKeys() throws {
        let screen = try XvfbServer(width: 320, height: 180)
        try scratch.write("hotkey:\n  mark: F8\n  scene:talk: Ctrl+Alt+T\n", to: "config.yaml")
        let stream = try stream(screen, ["--record", scratch.file("a.mkv")], environment: ["SPLITCAST_CONFIG": scratch.file("config.yaml")])
        try waitUntilReady(stream)
        #expect((try events(stream, "hotkey.ready").first?["fields"] as? [String: Any])?["count"] as? Int == 2)
        try press("key", "F8", on: screen)
        try waitUntil("a chapter") { try events(stream, "recording.chapter").count == 1 }
        try stream.stop()
    }

    /// Against a portal of the tests' own: no real desktop was asked.
    @Test func underWaylandTheDesktopsPortalIsAsked() throws {
        let portal = try ShortcutServer()
        let stream = try Stream(
            [
                "live", "--capture", "pattern", "--size", "320x180", "--mic", "none", "--http", "off", "--notify", "off", "--record",
                scratch.file("a.mkv"), "--hotkey", "mark=F8",
            ], environment: portal.environment)
        try waitUntilReady(stream)
        try portal.act("press 1-mark", "release 1-mark")
        try waitUntil("a chapter") { try events(stream, "recording.chapter").count == 1 }
        try stream.stop()
        #expect(portal.count("close") == 1)
    }

    @Test func whereThereIsNoDesktopThatIsSaid() throws {
        let stream = try Stream([
            "live", "--capture", "pattern", "--size", "320x180", "--mic", "none", "--http", "off", "--record", scratch.file("a.mkv"), "--hotkey",
            "mark=F8",
        ])
        try waitUntil("a line: \(stream.process.output)") { stream.process.output.contains("there are no hotkeys: there is no desktop here") }
        try stream.waitUntilLive()
        try stream.stop()
    }

    @Test(arguments: [
        (["mark=M"], "--hotkey 'M' could not be typed"), (["marc=F8"], "did you mean mark?"),
        (["mark=F8", "pause=F8"], "F8 is given to mark and to"),
        (["scene:a b=F8"], "a scene's name is"),
    ])
    func aMistakeIsOneLine(texts: [String], words: String) throws {
        let stream = try Stream(["live", "--record", scratch.file("a.mkv")] + texts.flatMap { ["--hotkey", $0] })
        #expect(stream.process.exitStatus(within: .seconds(20)) == .exited(2))
        #expect(stream.process.output.contains(words) && stream.process.output.split(separator: "\n").count == 1, "\(stream.process.output)")
    }
}
