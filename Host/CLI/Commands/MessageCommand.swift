import AppGroup
import ArgumentParser
import Codec
import Control
import Glibc

struct MessageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "message", abstract: "Send viewers a text inside the stream, in step with the picture.",
        discussion: """
            It travels as user data of the picture (H.264 SEI), with a number by which receivers drop repeats; Shared/EVENTS.md has the \
            format, and 'splitcast inspect' shows it in a recording. Prints the message's number.

            EXAMPLES:
              splitcast message '{"quiz":1}'
              splitcast message '{"quiz":1}' --repeat 100 --delay 500ms
              splitcast message hello --repeat 5 --keyframes-only
            """)

    @Argument(help: ArgumentHelp("The text, 4096 bytes at most; JSON is a good idea.", valueName: "TEXT"))
    var text: String

    @Option(name: .customLong("repeat"), help: ArgumentHelp("How many pictures carry it, 1 to 10000 (default: 1).", valueName: "N"))
    var repeats: String?

    @Option(help: ArgumentHelp("Before the first of them: 500ms, 2s, 10m at most (default: 0).", valueName: "TIME"))
    var delay: String?

    @Flag(help: "Key frames alone carry it: no target drops them, however slow its network.")
    var keyframesOnly = false

    @OptionGroup var group: GroupOption

    func run() throws {
        let (request, name) = (try request(), try group.name())
        do {
            print("message \(try ControlClient(name).send(request))")
        } catch let error as GroupError { throw CommandFailure(error) } catch let error as ControlError { throw CommandFailure(error) }
    }

    func request() throws(CommandFailure) -> MessageRequest {
        var request = MessageRequest(text: text, isForKeyframesAlone: keyframesOnly)
        if let repeats { request.repeats = try OptionText.number("--repeat", repeats, MessageRequest.repeatRange, 100) }
        if let delay { request.delay = try OptionText.duration("--delay", delay, .zero...MessageRequest.longestDelay) }
        if let problem = request.problem { throw CommandFailure(.usage, problem) }
        return request
    }
}
