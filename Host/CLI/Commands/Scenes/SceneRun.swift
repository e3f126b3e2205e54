import AppGroup
import ArgumentParser
import Control
import Platform
import Session

/// The options of commands about scenes of a broadcast, and what they have in common.
struct SceneRun: ParsableArguments {
    /// Pictures that take long to read.
    private static let timeLimit = Duration.seconds(60)

    @OptionGroup var group: GroupOption

    @Flag(help: "Print JSON: what of the scene was saved or shown, and in 'left' what could not be.")
    var json = false

    @available(*, noasync)
    func carryOut(_ request: SceneRequest) throws -> SceneReport {
        do { return try ControlClient(try group.name(), timeLimit: Self.timeLimit).steer(request) } catch let error as GroupError {
            throw CommandFailure(error)
        } catch let error as ControlError { throw CommandFailure(error) }
    }

    func show(_ report: SceneReport, _ line: String) {
        guard !json else { return print(JSONText.of(report, isPretty: true)) }
        print(PlainText.of(line))
        for left in report.left { Console.standard.complain("not shown: \(PlainText.of(left))") }
    }
}
