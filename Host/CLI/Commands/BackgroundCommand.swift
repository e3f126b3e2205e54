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
            splitcast background clear
            """,
        discussion: """
            It takes the place of the slate that --slate, --slate-text and --slate-color of 'splitcast live' made; at \
            once, if viewers see that now. 'clear' brings it back.

            EXAMPLES:
              splitcast background --image away.png
              splitcast background --color '#ff0000' --text "Lunch, until 13:00"
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

    @OptionGroup var group: GroupOption

    func run() throws {
        let request = try request()
        do { try ControlClient(try group.name(), timeLimit: Self.timeLimit).steer(request) } catch let error as GroupError {
            throw CommandFailure(error)
        } catch let error as ControlError { throw CommandFailure(error) }
        print("background: \(line(request))")
    }

    private func line(_ request: BackgroundRequest) -> String {
        switch request {
        case .picture(let path): PlainText.of(path)
        case .colour(let colour, _): colour.word
        case .clear: "as the broadcast was started"
        }
    }

    func request() throws(CommandFailure) -> BackgroundRequest {
        guard [word, image, color].compactMap({ $0 }).count == 1 else {
            throw CommandFailure(.usage, "give one of --image FILE, --color '#RRGGBB' and clear")
        }
        if let word, word != "clear" { throw CommandFailure(.usage, "'\(word)' is not understood: give --image FILE, --color '#RRGGBB' or clear") }
        guard text == nil || color != nil else { throw CommandFailure(.usage, "--text needs --color: a picture has its own text") }
        let request: BackgroundRequest
        if let image {
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
