import AppGroup
import Session
import Testing

@testable import SplitcastCLI

/// `--source` and `--layer`, and the commands that change layers.
@Suite struct SourceOptionTests {
    private func configuration(_ words: String...) throws -> SessionConfiguration {
        let live = try #require(try LiveCommand.parseAsRoot(["--capture", "pattern"] + words) as? LiveCommand)
        return try live.plan().configuration
    }

    @Test(arguments: [
        ("cam=media:/dev/video0", ["--device", "/dev/video0"]), ("cam=media:talk.mkv", ["--file", "talk.mkv"]),
        ("cam=media:rtsp://camera/1", ["--url", "rtsp://camera/1"]), ("cam=media --file a.mp4 --loop", ["--file", "a.mp4", "--loop"]),
    ])
    func whatAMediaSourceShowsFollowsItsBackend(text: String, arguments: [String]) throws {
        #expect(try configuration("--source", text).sources == [SourceChoice(SourceName("cam")!, .agent(backend: "media", arguments: arguments))])
    }

    @Test(arguments: [
        ("two=x11::1", "x11", ["--display", ":1"]), ("two=wlr:HEADLESS-1", "wlr", ["--screen", "HEADLESS-1"]),
        ("two=pipewire:42", "pipewire", ["--node", "42"]), ("two=pattern:640x360", "pattern", ["--size", "640x360"]), ("two=mine", "mine", []),
    ])
    func everyBackendCanBeASource(text: String, backend: String, arguments: [String]) throws {
        #expect(try configuration("--source", text).sources == [SourceChoice(SourceName("two")!, .agent(backend: backend, arguments: arguments))])
    }

    @Test func aFileThatIsNotThereIsSaidBeforeAnythingStarts() throws {
        for text in ["cam=media:/none/a.mp4", "cam=media --file /none/a.mp4 --loop", "cam=media --file=/none/a.mp4"] {
            let failure = #expect(throws: CommandFailure.self) { try SourceText.checkFile(of: try SourceText.choice(text)) }
            #expect(failure?.exitCode == 2 && failure?.message == "--source cam=media: '/none/a.mp4' does not exist")
        }
        for text in ["cam=media:/dev/null", "cam=media:rtsp://camera/1", "cam=media --file /dev/null", "card=pattern"] {
            try SourceText.checkFile(of: try SourceText.choice(text))
        }
    }

    @Test func aSourceMayWaitForItsAgent() throws {
        #expect(try configuration("--source", "phone=none").sources == [SourceChoice(SourceName("phone")!, .none)])
    }

    @Test func layersAreOfTheSourcesThatThereAre() throws {
        let layers = try configuration("--source", "cam=pattern", "--layer", "cam=bottom-right,300x300,fill,z=1", "--layer", "screen=mirror").layers
        let (cam, screen) = (SourceName("cam")!, SourceName.screen)
        #expect(try layers == [LayerChoice(cam, words: ["bottom-right", "300x300", "fill", "z=1"]), LayerChoice(screen, words: ["mirror"])])
    }

    @Test(arguments: [
        (["--source", "cam"], "NAME=BACKEND"), (["--source", "Cam=pattern"], "begins with a letter"),
        (["--source", "screen=pattern"], "another name"),
        (["--source", "canvas=pattern"], "another name"), (["--source", "cam=media"], "media:FILE"), (["--source", "cam=media:"], "NAME=BACKEND"),
        (["--source", "cam=mine:x"], "there is no backend 'mine': there is "),
        (["--source", "card=pattern:640"], "--source card=pattern 640: give WIDTHxHEIGHT"),
        (["--source", "card=pattern --size 64x48"], "320x180 or more"), (["--source", "a=pattern", "--source", "a=pattern"], "twice"),
        (["--layer", "cam=fill"], "there is no source 'cam'"), (["--layer", "screen=wide"], "\"wide\" cannot be said"),
        (["--layer", "screen"], "NAME=WORD"),
    ])
    func aMistakeIsOneLineWithTheRightForm(words: [String], part: String) throws {
        let live = try #require(try LiveCommand.parseAsRoot(["--capture", "pattern"] + words) as? LiveCommand)
        let failure = #expect(throws: CommandFailure.self) { try live.plan() }
        #expect(failure?.exitCode == 2 && failure?.message.contains(part) == true, "\(failure?.message ?? "")")
    }

    @Test func aLayerIsSetAsItIsWritten() throws {
        let words = ["layer", "set", "cam", "880,320", "300x300", "aspect=fill", "z=1", "opacity=0.9", "mirror", "crop=100,0,800x600"]
        let command = try #require(try SplitcastCommand.parseAsRoot(words) as? LayerSetCommand)
        let choice = try LayerChoice(SourceName("cam")!, words: Array(words.dropFirst(3)))
        #expect(try command.request() == .set(choice, .cut))
    }

    @Test(arguments: [("pip", Layout.pictureInPicture), ("side-by-side", .sideBySide), ("grid", .grid), ("solo:cam", .solo(SourceName("cam")!))])
    func aLayoutIsSetAsItIsWritten(word: String, layout: Layout) throws {
        let command = try #require(try SplitcastCommand.parseAsRoot(["layout", "set", word, "--transition", "fade:500ms"]) as? LayoutSetCommand)
        #expect(try command.request() == .layout(layout, LayerTransition(.fade, .milliseconds(500))))
    }

    @Test func aSwapIsOfTheSourceThatIsNamed() throws {
        let words = ["swap", "--group", "talk", "--source", "cam", "media", "--device", "/dev/video2"]
        let command = try #require(try SplitcastCommand.parseAsRoot(words) as? SwapCommand)
        #expect(try command.request() == .swap(backend: "media", arguments: ["--device", "/dev/video2"], source: SourceName("cam")!))
    }

    @Test(arguments: [
        (["2.0"], LayerRequest.zoom(.screen, factor: 2, follow: nil)),
        (["2.5x", "--follow", "pointer"], .zoom(.screen, factor: 2.5, follow: .pointer)),
        (["2.0", "--follow", "window"], .zoom(.screen, factor: 2, follow: .window)),
        (["1", "--source", "cam", "--follow", "off", "--group", "talk"], .zoom(SourceName("cam")!, factor: 1, follow: .off)),
    ])
    func aZoomIsAskedForAsItIsWritten(words: [String], request: LayerRequest) throws {
        #expect(try #require(try SplitcastCommand.parseAsRoot(["zoom"] + words) as? ZoomCommand).request() == request)
    }

    @Test(arguments: [
        (["0.5"], "a zoom is 1"), (["17"], "a zoom is 1"), (["nan"], "a zoom is 1"), (["inf"], "a zoom is 1"), (["1e1"], "a zoom is 1"),
        (["2", "--follow", "mouse"], "pointer, window, off"), (["2", "--source", "Cam"], "begins with a letter"),
    ])
    func aWrongZoomIsOneLineWithTheRightForm(words: [String], part: String) throws {
        let command = try #require(try SplitcastCommand.parseAsRoot(["zoom"] + words) as? ZoomCommand)
        let failure = #expect(throws: CommandFailure.self) { try command.request() }
        #expect(failure?.exitCode == 2 && failure?.message.contains(part) == true, "\(failure?.message ?? "")")
    }
}
