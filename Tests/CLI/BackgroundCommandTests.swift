import Fixtures
import Foundation
import Session
import Testing

@testable import SplitcastCLI

/// What `splitcast background` comes to.
@Suite struct BackgroundCommandTests {
    private let scratch = Scratch()

    private func request(_ words: [String]) throws -> BackgroundRequest {
        try #require(try SplitcastCommand.parseAsRoot(["background"] + words) as? BackgroundCommand).request()
    }

    @Test func eachFormIsAskedForAsItIsWritten() throws {
        let red = SlateChoice.Colour(red: 255, green: 0, blue: 0)
        #expect(try request(["--color", "#ff0000"]) == .colour(red, text: nil))
        #expect(try request(["--color", "#FF0000", "--text", "", "--group", "talk"]) == .colour(red, text: ""))
        #expect(try request(["clear"]) == .clear)
        let file = scratch.file("a.png")
        try Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]).write(to: URL(fileURLWithPath: file))
        #expect(try request(["--image", file]) == .picture(file))
        #expect(try request(["--clip", file]) == .clip(ClipChoice(file)))
        #expect(
            try request(["--clip", file, "--from", "2s", "--to", "6s", "--trim"])
                == .clip(ClipChoice(file, from: .seconds(2), to: .seconds(6), isTrimmed: true)))
    }

    @Test(arguments: [
        ([], "give one of"), (["clear", "--color", "#ff0000"], "give one of"), (["off"], "'off' is not understood"),
        (["--image", "/nowhere/a.png"], "No such file"), (["--color", "red"], "#RRGGBB"), (["clear", "--text", "x"], "--text needs --color"),
        (["--color", "#ff0000", "--text", "a\nb"], "one line"), (["--trim"], "give one of"), (["clear", "--from", "2s"], "--from needs --clip"),
        (["--clip", "rtmp://a/b"], "a file of this machine"), (["--clip", "http://user:secret@a/b.m3u8"], "a file of this machine"),
        (["--clip", "/dev/zero"], "is no file"), (["--clip", "/nowhere.mp4"], "No such file"),
        (["--clip", "/etc/hostname", "--from", "x"], "--from"),
        (["--clip", "/etc/hostname", "--from", "5", "--to", "2"], "ends after it begins"),
        (["--clip", "/etc/hostname", "--to", "61s"], "at most 60 s"),
        (["--color", "#ff0000", "--text", String(repeating: "x", count: 81)], "80 characters"),
    ])
    func aMistakeIsOneLineWithTheRightForm(words: [String], part: String) throws {
        let failure = #expect(throws: CommandFailure.self) { try request(words) }
        #expect(failure?.exitCode == 2 && failure?.message.contains(part) == true, "\(failure?.message ?? "")")
    }
}
