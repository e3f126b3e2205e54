import Session
import Testing

@testable import SplitcastCLI

/// What the commands about overlays come to.
@Suite struct OverlayCommandTests {
    private func choice(_ words: [String]) throws -> OverlayChoice {
        try #require(try SplitcastCommand.parseAsRoot(["overlay", "add"] + words) as? OverlayAddCommand).choice()
    }

    @Test func aPictureIsAddedAsItIsWritten() throws {
        var wanted = OverlayChoice(.picture("/a/logo.png"))
        (wanted.x, wanted.y, wanted.width, wanted.opacity) = (0.1, 0.25, 0.3, 0.5)
        #expect(try choice(["/a/logo.png", "--at", "0.1,0.25", "--width", "0.3", "--opacity", "0.5", "--group", "talk"]) == wanted)
        #expect(try choice(["/a/logo.png"]) == OverlayChoice(.picture("/a/logo.png")))
        let path = { if case .picture(let path) = $0 { path } else { "" } }(try choice(["logo.png"]).content)
        #expect(path.hasPrefix("/") && path.hasSuffix("/logo.png"))
    }

    @Test func aTextIsAddedAsItIsWritten() throws {
        var wanted = OverlayChoice(.text("{time} {group}"))
        (wanted.x, wanted.y, wanted.letterHeight, wanted.colour) = (0.02, 0.92, 0.1, SlateChoice.Colour(red: 255, green: 128, blue: 0))
        #expect(try choice(["--text", "{time} {group}", "--at", "0.02,0.92", "--size", "0.1", "--color", "#ff8000"]) == wanted)
        wanted.corner = .bottomRight
        #expect(
            try choice(["--text", "{time} {group}", "--corner", "bottom-right", "--at", "0.02,0.92", "--size", "0.1", "--color", "#ff8000"])
                == wanted)
    }

    @Test(arguments: [
        ([], "add what?"), (["a.png", "--text", "x"], "exclude each other"), (["a.png", "--at", "0.1"], "such as 0.1,0.1"),
        (["a.png", "--at", "1,0"], "off the canvas"), (["a.png", "--at=-0.1,0"], "off the canvas"), (["a.png", "--width", "0"], "above 0"),
        (["a.png", "--width", "2"], "above 0"), (["a.png", "--width", "nan"], "such as 0.1"), (["a.png", "--size", "0.1"], "takes --width"),
        (["--text", "x", "--width", "0.1"], "takes --size"), (["--text", "x", "--size", "0.9"], "0.01 to 0.5"), (["--text", ""], "empty"),
        (["--text", "{nothing}"], "{time}"), (["--text", "x", "--color", "red"], "#RRGGBB"), (["a.png", "--opacity", "2"], "0 to 1"),
        (["a.png", "--corner", "left"], "give top-left, top-right, bottom-left, bottom-right"),
    ])
    func aMistakeIsOneLineWithTheRightForm(words: [String], part: String) throws {
        let failure = #expect(throws: CommandFailure.self) { try choice(words) }
        #expect(failure?.exitCode == 2 && failure?.message.contains(part) == true, "\(failure?.message ?? "")")
        #expect(failure?.message.contains("\n") == false)
    }

    @Test func oneIsRemovedByItsNumber() throws {
        let command = try #require(try SplitcastCommand.parseAsRoot(["overlay", "remove", "2"]) as? OverlayRemoveCommand)
        #expect(command.id == 2)
    }
}
