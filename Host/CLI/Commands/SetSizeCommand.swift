import AppGroup
import ArgumentParser
import Control
import Session

struct SetSizeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "size", abstract: "Change the size of the whole stream, and its frame rate.",
        discussion: """
            The picture goes on with a key frame in the same connections; recordings go on in a new file. Encodings with a size or frame rate of \
            their own keep it.

            EXAMPLES:
              splitcast set size 1280x720
              splitcast set size 1280x720 fps 60
              splitcast set fps 60
            """)

    @Argument(help: ArgumentHelp("Width and height in pixels, both even.", valueName: "WxH"))
    var size: String

    @Argument(help: ArgumentHelp("fps N: frames a second, 1 to 240 (default: unchanged).", valueName: "fps N"))
    var more: [String] = []

    @OptionGroup var group: GroupOption

    func run() throws { try SetFpsCommand.ask(try request(), group) }

    func request() throws(CommandFailure) -> PictureRequest {
        var request = PictureRequest(size: try OptionText.size("size", size))
        if !more.isEmpty {
            guard more.count == 2, more[0] == "fps" else {
                throw CommandFailure(
                    .usage, "'\(more.joined(separator: " "))' is no frame rate: give fps N, as in 'splitcast set size \(size) fps 60'")
            }
            request.framesPerSecond = try OptionText.frameRate("fps", more[1])
        }
        return request
    }
}
