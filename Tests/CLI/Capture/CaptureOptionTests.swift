import Portal
import Session
import Testing

@testable import SplitcastCLI

/// What the options of `live` and `host` say of a desktop.
@Suite struct CaptureOptionTests {
    private func plan(_ words: String) throws -> BroadcastPlan {
        let live = try #require(try LiveCommand.parseAsRoot(words.split(separator: " ").map(String.init)) as? LiveCommand)
        return try live.plan()
    }

    @Test func thePortalIsToldWhatToShare() throws {
        let usual = try plan("--capture pipewire").configuration
        #expect(usual.capture == .agent(backend: "pipewire", arguments: []) && usual.cast == CastChoice())
        let window = try plan("--capture pipewire --window --cursor embedded --no-restore --orientation left").configuration
        #expect(window.cast == CastChoice(sources: [.window], cursor: .embedded, isRestoring: false))
        #expect(window.capture == .agent(backend: "pipewire", arguments: ["--orientation", "left"]))
        #expect(try plan("--capture pipewire --screen --window --restore").configuration.cast == CastChoice(sources: [.monitor, .window]))
        #expect(try plan("--window --virtual").configuration.cast.sources == [.window, .virtual])
        let part = try plan("--capture pipewire --region 16,32,640x360").configuration
        #expect(part.capture == .agent(backend: "pipewire", arguments: ["--region", "640x360+16+32"]))
        #expect(try plan("--node 42").configuration.capture == .agent(backend: "pipewire", arguments: ["--node", "42"]))
    }

    @Test func anXServerIsToldWhichWindowAndHowThePointerIs() throws {
        func arguments(_ words: String) throws -> [String]? {
            guard case .agent("x11", let arguments) = try plan(words).configuration.capture else { return nil }
            return arguments
        }
        #expect(
            try arguments("--display :1 --window Firefox --cursor hidden --orientation left")
                == ["--display", ":1", "--window", "Firefox", "--cursor", "hidden", "--orientation", "left"])
        #expect(try arguments("--capture x11 --display :1 --window=0x1a00007") == ["--display", ":1", "--window", "0x1a00007"])
        #expect(try arguments("--display :1 --cursor metadata") == ["--display", ":1", "--cursor", "metadata"])
        // What the portal is asked for later is not that.
        #expect(try plan("--display :1 --window Firefox").configuration.cast == CastChoice())
        let failure = try #require(throws: CommandFailure.self) {
            try #require(try HostCommand.parseAsRoot(["--window", "Firefox"]) as? HostCommand).plan()
        }
        #expect(failure.exitCode == 2 && failure.message.contains("--window Firefox: a host captures nothing itself"))
    }

    @Test func aWindowWithTheNameOfASourceIsOneMoreSource() throws {
        let plan = try plan("--display :1 --window cam=Firefox --layer cam=bottom-right --screen DP-1 --cursor hidden").configuration
        #expect(plan.sources.map(\.name.text) == ["cam"])
        #expect(plan.sources.first?.capture == .agent(backend: "x11", arguments: ["--display", ":1", "--window", "Firefox"]))
        #expect(plan.capture == .agent(backend: "x11", arguments: ["--display", ":1", "--screen", "DP-1", "--cursor", "hidden"]))
        // The screen's own, and what is no name of a source.
        for (words, window) in [("screen=Firefox", "Firefox"), ("A=b", "A=b"), ("=b", "=b"), ("screen=a=b", "a=b")] {
            let plan = try self.plan("--display :1 --window \(words)").configuration
            #expect(plan.sources == [] && plan.capture == .agent(backend: "x11", arguments: ["--display", ":1", "--window", window]), "\(words)")
        }
    }

    @Test func aSourceIsOneWindowWhoseNameHasBlanks() throws {
        let choice = try SourceText.choice("two=x11::1 --window \"Mozilla Firefox\" --cursor 'hidden'")
        #expect(choice.capture == .agent(backend: "x11", arguments: ["--display", ":1", "--window", "Mozilla Firefox", "--cursor", "hidden"]))
        let failure = try #require(throws: CommandFailure.self) { try SourceText.choice("two=x11::1 --window \"Mozilla") }
        #expect(failure.exitCode == 2 && failure.message.contains("not closed"))
        #expect(QuotedText.split("") == [] && QuotedText.split(" a  b ") == ["a", "b"] && QuotedText.split("a\"b c\"d ''") == ["ab cd", ""])
        #expect(QuotedText.split("it's") == nil)
    }

    @Test func aCompositorIsToldWhatToCopy() throws {
        let plan = try plan("--capture wlr --display wayland-3 --screen HEADLESS-1 --region 640x360+0+0 --cursor hidden")
        #expect(
            plan.configuration.capture
                == .agent(
                    backend: "wlr",
                    arguments: ["--display", "wayland-3", "--screen", "HEADLESS-1", "--region", "640x360+0+0", "--cursor", "hidden"]))
        // As slurp writes it.
        let copied = try self.plan("--capture wlr --display wayland-3 --region 16,32,640x360").configuration.capture
        #expect(copied == .agent(backend: "wlr", arguments: ["--display", "wayland-3", "--region", "640x360+16+32"]))
        #expect(try self.plan("--display wayland-1").configuration.capture == .agent(backend: "wlr", arguments: ["--display", "wayland-1"]))
    }

    @Test func aCameraOrAVideoIsCapturedAsWell() throws {
        let camera = try plan("--capture media --device /dev/video0 --orientation left").configuration
        #expect(camera.capture == .agent(backend: "media", arguments: ["--device", "/dev/video0", "--orientation", "left"]))
        #expect(camera.agentMemory == .byBackend)
        #expect(try plan("--file clip.mkv --loop").configuration.capture == .agent(backend: "media", arguments: ["--file", "clip.mkv", "--loop"]))
        let stream = try plan("--capture media --url rtsp://camera/1 --agent-memory 128M").configuration
        #expect(stream.capture == .agent(backend: "media", arguments: ["--url", "rtsp://camera/1"]) && stream.agentMemory == .each(128 << 20))
    }

    @Test func aHostKnowsWhatToAskThePortalForItsAgents() throws {
        let host = try #require(try HostCommand.parseAsRoot(["--window", "--cursor", "hidden"]) as? HostCommand)
        #expect(try host.plan().configuration.cast == CastChoice(sources: [.window], cursor: .hidden))
    }

    @Test(arguments: [
        ("--capture x11 --display :1 --window", "--window", "NAME"), ("--capture pipewire --window Firefox", "--window Firefox", "alone"),
        ("--capture x11 --display :1 --cursor embedded", "--cursor embedded", "metadata or hidden"),
        ("--display :1 --window a --screen DP-1", "--window a", "exclude"), ("--display :1 --window a --region 1x1+0+0", "--window a", "exclude"),
        ("--capture none --window Firefox", "--window Firefox", "the agent that you start"),
        ("--capture wlr --window Firefox", "--window", "pipewire or x11"), ("--file a.mkv --window Firefox", "--window", "pipewire or x11"),
        ("--audio-only --window Firefox", "--window", "--audio-only"),
        ("--capture pattern --no-restore", "--no-restore", "pipewire"), ("--capture wlr --virtual", "--virtual", "pipewire"),
        ("--capture wlr --cursor metadata", "--cursor metadata", "embedded or hidden"),
        ("--capture pipewire --screen DP-1", "--screen DP-1", "--capture wlr"),
        ("--capture pattern --region 1x1+0+0", "--region", "x11, wlr or pipewire"), ("--capture wlr --screen", "--screen", "NAME"),
        ("--display :1 --screen", "--screen", "NAME"), ("--capture x11 --display :1 --node 4", "--node", "pipewire"),
        ("--node 4 --window", "--window", "--node"), ("--capture pipewire --cursor bright", "--cursor bright", "metadata, embedded, hidden"),
        ("--capture media", "--capture media", "--device PATH"), ("--capture media --file a --url b", "--file", "exclude"),
        ("--capture media --device /dev/video0 --loop", "--loop", "--file"), ("--file -", "--file -", "splitcast-capture-media"),
        ("--capture x11 --display :1 --file a.mkv", "--file", "--capture media"), ("--file a.mkv --screen", "--screen", "x11, wlr or pipewire"),
        ("--file a.mkv --cursor hidden", "--cursor", "pipewire"), ("--audio-only --url http://a/b", "--url", "--audio-only"),
        ("--capture pipewire --display :1", "--display", "x11 or wlr"), ("--audio-only --window", "--window", "--audio-only"),
        ("--display :1 --window cam=", "--window cam=", "behind '='"), ("--display :1 --window canvas=a", "--window canvas=a", "another name"),
        ("--display :1 --window cam=a --source cam=pattern", "--source cam", "twice"), ("--audio-only --window cam=a", "--window", "--audio-only"),
    ]) func whatMakesNoSenseIsSaid(words: String, wrong: String, remedy: String) throws {
        let failure = try #require(throws: CommandFailure.self) { try plan(words) }
        #expect(failure.exitCode == 2 && failure.message.contains(wrong) && failure.message.contains(remedy), "\(failure.message)")
    }
}
