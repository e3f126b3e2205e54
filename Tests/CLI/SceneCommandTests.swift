import AppGroup
import Session
import Testing

@testable import SplitcastCLI

/// What the commands about scenes come to, and what a broadcast begins with.
@Suite struct SceneCommandTests {
    private func configuration(_ words: [String]) throws -> SessionConfiguration {
        try #require(try LiveCommand.parseAsRoot(["--capture", "pattern"] + words) as? LiveCommand).plan().configuration
    }

    @Test(arguments: [
        ([], LayerTransition.cut), (["--transition", "fade:300ms"], LayerTransition(.fade)),
        (["--transition", "slide:1s"], LayerTransition(.slide, .seconds(1))),
    ])
    func aSceneIsShownAsItIsWritten(words: [String], transition: LayerTransition) throws {
        let command = try #require(try SplitcastCommand.parseAsRoot(["scene", "show", "talk", "--group", "a"] + words) as? SceneShowCommand)
        #expect(try command.chosen() == .show(SceneName("talk")!, in: try SceneText.store(), transition))
    }

    @Test(arguments: [(["Talk"], "begins with a letter"), (["../a"], "is no name"), (["a", "--transition", "jump"], "cut, fade or slide")])
    func aMistakeIsOneLine(words: [String], part: String) throws {
        let command = try #require(try SplitcastCommand.parseAsRoot(["scene", "show"] + words) as? SceneShowCommand)
        let failure = #expect(throws: CommandFailure.self) { try command.chosen() }
        #expect(failure?.exitCode == 2 && failure?.message.contains(part) == true, "\(failure?.message ?? "")")
    }

    @Test func scenesAreListedWithTheirProblems() {
        let good = SceneStore.Listing(name: "talk", file: "/a/talk.json", sources: ["screen", "cam"], overlays: 2, audio: ["mic"], problem: "")
        let bad = SceneStore.Listing(name: "x", file: "/a/x.json", sources: [], overlays: 0, audio: [], problem: "the scene /a/x.json cannot be used")
        let lines = SceneListCommand.table([good, bad]).split(separator: "\n")
        #expect(lines.count == 3 && lines[1].contains("screen,cam") && lines[2].hasSuffix("the scene /a/x.json cannot be used"))
        #expect(SceneListCommand.table([]).contains("scene save"))
    }

    // MARK: What a broadcast begins with

    @Test func overlaysAreWrittenAsWithOverlayAdd() throws {
        var (logo, text) = (OverlayChoice(.picture("/a/lo,go.png")), OverlayChoice(.text("a, b=c, {time}")))
        (logo.x, logo.y, logo.width, logo.opacity) = (0.1, 0.25, 0.3, 0.9)
        (text.x, text.y, text.letterHeight, text.colour) = (0.02, 0.92, 0.1, SlateChoice.Colour(red: 255, green: 128, blue: 0))
        let words = [
            "--overlay", "/a/lo,go.png,at=0.1,0.25,width=0.3,opacity=0.9", "--overlay", "/b.gif",
            "--overlay-text", "a, b=c, {time},color=#ff8000,at=0.02,0.92,size=0.1",
        ]
        #expect(try configuration(words).overlays == [logo, OverlayChoice(.picture("/b.gif")), text])
    }

    @Test(arguments: [
        (["--overlay", ",at=0,0"], "picture's file first"), (["--overlay", "a.png,at=1"], "such as 0.1,0.1"),
        (["--overlay", "a.png,at=2,0"], "off the canvas"), (["--overlay", "a.png,foo=1"], "foo is no key: at, corner, width, opacity"),
        (["--overlay", "a.png,size=0.1"], "picture takes"), (["--overlay-text", "a,width=0.1"], "text takes"),
        (["--overlay", "a.png,width=2"], "above 0"),
        (["--overlay", "a.png,width=0.1,width=0.2"], "twice"), (["--overlay-text", "{what}"], "{what}"),
        (["--scene", "A"], "begins with a letter"), (["--audio-only", "--overlay", "a.png", "--record", "a.mkv"], "--overlay says something"),
    ])
    func aMistakeAtTheStartIsOneLine(words: [String], part: String) throws {
        let live = try #require(
            try LiveCommand.parseAsRoot((words.contains("--audio-only") ? [] : ["--capture", "pattern"]) + words) as? LiveCommand)
        let failure = #expect(throws: CommandFailure.self) { try live.plan() }
        #expect(failure?.exitCode == 2 && failure?.message.contains(part) == true, "\(failure?.message ?? "")")
        #expect(failure?.message.contains("\n") == false)
    }

    // MARK: Sources

    @Test func aSourceIsAddedAsItIsWritten() throws {
        let words = ["sources", "add", "cam=media:/dev/video0", "--layer", "cam=right-20,bottom-20,300x300,z=1", "--group", "talk"]
        let chosen = try #require(try SplitcastCommand.parseAsRoot(words) as? SourcesAddCommand).chosen()
        let cam = try #require(SourceName("cam"))
        #expect(chosen.choice == SourceChoice(cam, .agent(backend: "media", arguments: ["--device", "/dev/video0"])))
        #expect(try chosen.layer == LayerChoice(cam, words: ["right-20,bottom-20", "300x300", "z=1"]))
    }

    @Test func aFileIsNamedForAHostInAnotherDirectory() throws {
        for text in ["clip=media:talk.mkv", "clip=media --file talk.mkv"] {
            let chosen = try #require(try SplitcastCommand.parseAsRoot(["sources", "add", text]) as? SourcesAddCommand).chosen()
            guard case .agent("media", let arguments) = chosen.choice.capture else { return #expect(Bool(false), "\(chosen)") }
            #expect(arguments.count == 2 && arguments[1].hasPrefix("/") && arguments[1].hasSuffix("/talk.mkv"))
        }
    }

    @Test(arguments: [
        (["cam"], "sources add cam: give NAME=BACKEND"), (["two=patern:640x360"], "sources add two=patern:640x360: there is no backend 'patern'"),
        (["screen=pattern"], "another name"), (["cam=pattern", "--layer", "two=fill"], "it is about cam"),
    ])
    func aMistakeInASourceIsOneLine(words: [String], part: String) throws {
        let command = try #require(try SplitcastCommand.parseAsRoot(["sources", "add"] + words) as? SourcesAddCommand)
        let failure = #expect(throws: CommandFailure.self) { try command.chosen() }
        #expect(failure?.exitCode == 2 && failure?.message.contains(part) == true, "\(failure?.message ?? "")")
    }
}
