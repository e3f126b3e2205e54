import AppGroup
import ArgumentParser
import Control
import Platform
import Session

struct BackgroundCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "background", abstract: "Change what viewers see while nothing is captured.",
        usage: """
            splitcast background --image FILE
            splitcast background --color COLOR [--text TEXT]
            splitcast background --clip FILE [--from TIME] [--to TIME] [--trim]
            splitcast background clear
            """,
        discussion: """
            It takes the place of the slate that --slate, --slate-text and --slate-color of 'splitcast live' made; at \
            once, if viewers see that now. 'clear' brings it back.

            A clip is played again and again in place of the slate. It is decoded and encoded once, for every encoding of \
            the broadcast, and kept on the disk for the next time; until it is ready, what stood before stays. Then it \
            costs no encoding: the stream goes over to it, and back, at a key frame. Its audio is left out.

            EXAMPLES:
              splitcast background --image away.png
              splitcast background --color '#ff0000' --text "Lunch, until 13:00"
              splitcast background --clip away.mp4 --from 2s --to 6s --trim
              splitcast background clear
            """)

    /// A picture that takes long to read.
    private static let timeLimit = Duration.seconds(60)

    @Argument(help: ArgumentHelp("clear: as the broadcast was started.", valueName: "clear"))
    var word: String?

    @Option(help: ArgumentHelp("A PNG or JPEG file.", valueName: "FILE"))
    var image: String?

    @Option(help: ArgumentHelp("A colour; quote it, for the shell.", valueName: "'#RRGGBB'"))
    var color: String?

    @Option(help: ArgumentHelp("With --color: one line, '' for none (default: the slate's text).", valueName: "TEXT"))
    var text: String?

    @Option(help: ArgumentHelp("A video file of this machine, or a part of it of at most 60 s.", valueName: "FILE"))
    var clip: String?

    @Option(help: ArgumentHelp("With --clip: where it begins in the file (default: the file's own start).", valueName: "TIME"))
    var from: String?

    @Option(help: ArgumentHelp("With --clip: where it ends (default: the file's own end).", valueName: "TIME"))
    var to: String?

    @Flag(help: "With --clip: leave out what exceeds whole key frame intervals, instead of repeating the last picture until they are full.")
    var trim = false

    @OptionGroup var group: GroupOption

    func run() throws {
        let request = try request()
        do {
            let client = try ControlClient(try group.name(), timeLimit: Self.timeLimit)
            try client.steer(request)
            if case .clip(let choice) = request { return print("background: \(try ClipWait(client).wait(for: choice))") }
        } catch let error as GroupError {
            throw CommandFailure(error)
        } catch let error as ControlError { throw CommandFailure(error) }
        print("background: \(line(request))")
    }

    private func line(_ request: BackgroundRequest) -> String {
        switch request {
        case .picture(let path): PlainText.of(path)
        case .colour(let colour, _): colour.word
        case .clip(let choice): PlainText.of(choice.path)
        case .clear: "as the broadcast was started"
        }
    }

    func request() throws(CommandFailure) -> BackgroundRequest {
        guard [word, image, color, clip].compactMap({ $0 }).count == 1 else {
            throw CommandFailure(.usage, "give one of --image FILE, --color '#RRGGBB', --clip FILE and clear")
        }
        if let word, word != "clear" {
            throw CommandFailure(.usage, "'\(word)' is not understood: give --image FILE, --color '#RRGGBB', --clip FILE or clear")
        }
        guard text == nil || color != nil else { throw CommandFailure(.usage, "--text needs --color: a picture has its own text") }
        if let useless = [("--from", from != nil), ("--to", to != nil), ("--trim", trim)].first(where: { $0.1 }), clip == nil {
            throw CommandFailure(.usage, "\(useless.0) needs --clip")
        }
        let request: BackgroundRequest
        if let clip {
            request = .clip(try ClipFileOption.choice("--clip", clip, from: from, to: to, isTrimmed: trim))
        } else if let image {
            request = .picture(AbsolutePath.of(plain: try PictureFile.checked("--image", image)))
        } else if let color {
            request = .colour(try OptionText.colour("--color", color), text: text)
        } else {
            request = .clear
        }
        if let problem = request.problem { throw CommandFailure(.usage, problem) }
        return request
    }
}
