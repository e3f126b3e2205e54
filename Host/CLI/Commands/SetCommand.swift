import AppGroup
import ArgumentParser
import Control
import RateControl
import Session

struct SetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Change how a running host encodes.",
        subcommands: [SetBitrateCommand.self, SetTargetCommand.self, SetEncodingCommand.self, SetSizeCommand.self, SetFpsCommand.self])
}

struct SetBitrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bitrate", abstract: "Change the picture's highest bit rate, and how far it may fall.",
        discussion: """
            Replaces what options and --quality said. The encoder follows within a second or two, without a key frame; \
            'splitcast status' shows what it was told.

            EXAMPLES:
              splitcast set bitrate 2000k
              splitcast set bitrate 4.5M --min 800k --group talk
            """)

    @Argument(help: ArgumentHelp("The highest bit rate from now on: 2000k, 4.5M.", valueName: "RATE"))
    var ceiling: String

    @Option(
        name: .customLong("min"),
        help: ArgumentHelp("The lowest bit rate at which viewers get every frame (default: unchanged, as far as RATE allows).", valueName: "RATE"))
    var floor: String?

    @OptionGroup var group: GroupOption

    func run() throws {
        let (request, name) = (try request(), try group.name())
        do {
            print(RateText.limits(try ControlClient(name).steer(request)))
        } catch let error as GroupError { throw CommandFailure(error) } catch let error as ControlError { throw CommandFailure(error) }
    }

    func request() throws(CommandFailure) -> RateRequest {
        let ceiling = try OptionText.bitRate("bitrate", ceiling, BitRateLimits.possible)
        guard let floor else { return RateRequest(ceiling: ceiling) }
        let least = try OptionText.bitRate("--min", floor, BitRateLimits.possible)
        guard least <= ceiling else {
            throw CommandFailure(.usage, "--min \(floor) is above the bit rate \(self.ceiling): lower --min, or raise the bit rate")
        }
        return RateRequest(ceiling: ceiling, floor: least)
    }
}
