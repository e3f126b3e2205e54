import AppGroup
import ArgumentParser
import Control
import Session

struct SetEncodingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "encoding", abstract: "Change an encoding that targets get.",
        discussion: """
            bitrate and crf change with the next picture; preset, fps and size with a key frame. Connections stay; recordings go on in a new \
            file where the size of their picture changes. codec and pixel stay as they are.

            EXAMPLES:
              splitcast set encoding low bitrate=400k
              splitcast set encoding archive crf=28 preset=faster
              splitcast set encoding main size=1280x720,fps=15
            """)

    @Argument(help: ArgumentHelp("main, or the name of another.", valueName: "NAME"))
    var name: String

    @Argument(help: ArgumentHelp("bitrate=RATE, crf=N, preset=WORD, fps=N, size=WxH or size=source.", valueName: "KEY=VALUE"))
    var changes: [String]

    @OptionGroup var group: GroupOption

    func run() throws {
        let (request, name) = (try request(), try group.name())
        do { try ControlClient(name).steer(request) } catch let error as GroupError { throw CommandFailure(error) } catch let error as ControlError {
            throw CommandFailure(error)
        }
        print("the encoding '\(self.name)' changes: \(changes.joined(separator: " "))")
    }

    func request() throws(CommandFailure) -> EncodingRequest { try EncodingText.request(name, changes.joined(separator: ",")) }
}
