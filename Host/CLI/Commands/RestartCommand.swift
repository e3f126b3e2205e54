import AppGroup
import ArgumentParser
import Control
import Session

struct RestartCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restart", abstract: "Make a part of a running broadcast anew; returns when that is done, and says what was lost.",
        discussion: """
            encoder    the encoders of the picture: a new one each, from a key frame on
            audio      the devices of microphones and desktop: closed and opened again
            targets    the connections of all targets but recordings

            The broadcast goes on, recordings too. What is paused stays so.
            """)

    /// A target may take its time to answer.
    private static let timeLimit = Duration.seconds(40)

    @Argument(help: ArgumentHelp("encoder, audio or targets.", valueName: "PART"))
    var part: String

    @OptionGroup var group: GroupOption

    @Flag(help: "Print JSON: {\"part\", \"items\": [{\"name\", \"gapMilliseconds\", \"message\"}…]}.")
    var json = false

    func run() throws {
        let part = try Self.part(part)
        let name = try group.name()
        let client: ControlClient
        do throws(GroupError) { client = try ControlClient(name, timeLimit: Self.timeLimit) } catch { throw CommandFailure(error) }
        let report: RestartReport
        do throws(ControlError) { report = try client.restart(part) } catch { throw CommandFailure(error) }
        print(json ? JSONText.of(report, isPretty: true) : Self.lines(report).joined(separator: "\n"))
    }

    static func part(_ text: String) throws(CommandFailure) -> BroadcastPart {
        guard let part = BroadcastPart(rawValue: text) else {
            throw CommandFailure(.usage, "'\(text)' cannot be restarted: give encoder, audio or targets")
        }
        return part
    }

    static func lines(_ report: RestartReport) -> [String] {
        report.items.map { item in
            let name = report.part == .targets ? "target \(item.name)" : item.name
            return "\(name): a gap of \(Figure.fixed(item.gapMilliseconds, 0)) ms; \(PlainText.of(item.message))"
        }
    }
}
