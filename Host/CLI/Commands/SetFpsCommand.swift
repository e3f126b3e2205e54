import AppGroup
import ArgumentParser
import Control
import Session

struct SetFpsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fps", abstract: "Change the frame rate of the whole stream.",
        discussion: """
            EXAMPLES:
              splitcast set fps 60
            """)

    @Argument(help: ArgumentHelp("Frames a second, 1 to 240.", valueName: "N"))
    var framesPerSecond: String

    @OptionGroup var group: GroupOption

    func run() throws { try Self.ask(try request(), group) }

    func request() throws(CommandFailure) -> PictureRequest {
        PictureRequest(framesPerSecond: try OptionText.frameRate("fps", framesPerSecond))
    }

    @available(*, noasync)
    static func ask(_ request: PictureRequest, _ group: GroupOption) throws {
        do { try ControlClient(try group.name()).steer(request) } catch let error as GroupError { throw CommandFailure(error) } catch let error
            as ControlError
        {
            throw CommandFailure(error)
        }
        let words = [request.size.map { "\($0)" }, request.framesPerSecond.map { "\($0) frames a second" }].compactMap { $0 }
        print("the picture goes on at \(words.joined(separator: " and "))")
    }
}
