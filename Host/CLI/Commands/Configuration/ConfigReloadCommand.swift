import AppGroup
import ArgumentParser
import Control
import Session

struct ConfigReloadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload", abstract: "Have a running broadcast read its configuration file again.",
        discussion: """
            Bit rates, size, frame rate, encodings, sources, layers, overlays, filters, the slate, microphones and targets follow at \
            once; what needs a new start is named. What was typed when the broadcast began stays in force. A file that is wrong changes \
            nothing. SIGHUP does the same, and the log says what came of it.

            Exit codes: 0 done, 1 something was refused, or the file is wrong, 4 no host runs in the group.
            """)

    private static let timeLimit = Duration.seconds(30)

    @OptionGroup var group: GroupOption

    @Flag(help: "Print JSON: {\"file\", \"changes\": [{\"key\", \"outcome\", \"message\"}…]}.")
    var json = false

    func run() throws {
        let name = try group.name()
        let client: ControlClient
        do throws(GroupError) { client = try ControlClient(name, timeLimit: Self.timeLimit) } catch { throw CommandFailure(error) }
        let report: ReloadReport
        do throws(ControlError) { report = try client.reload() } catch { throw CommandFailure(error) }
        print(json ? JSONText.of(report, isPretty: true) : ReloadText.lines(report).joined(separator: "\n"))
        if report.changes.contains(where: { $0.outcome == .refused }) { throw CommandFailure(.failed, "not everything could be applied") }
    }
}
