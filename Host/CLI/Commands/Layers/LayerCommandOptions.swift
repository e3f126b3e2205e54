import AppGroup
import ArgumentParser
import Control
import Session

/// The options of every command that changes layers.
struct LayerCommandOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "cut, fade or slide, also with its time: fade:500ms, at most 10s (default: cut; fade and slide take 300ms).", valueName: "WORD"))
    var transition: String?

    @OptionGroup var group: GroupOption

    @Flag(help: "Print JSON: the sources, each with its layer.")
    var json = false

    func chosen() throws(CommandFailure) -> LayerTransition {
        guard let transition else { return .cut }
        guard let chosen = LayerTransition(word: transition) else { throw OptionText.wrong("--transition", transition, LayerTransition.form) }
        return chosen
    }

    @available(*, noasync)
    func carryOut(_ request: LayerRequest) throws { try Self.carryOut(request, in: group, json: json) }

    /// Asks, and prints where the sources are shown then.
    @available(*, noasync)
    static func carryOut(_ request: LayerRequest, in group: GroupOption, json: Bool) throws {
        do {
            let sources = try ControlClient(try group.name()).steer(request)
            print(json ? JSONText.of(sources, isPretty: true) : SourceTable.text(sources))
        } catch let error as GroupError { throw CommandFailure(error) } catch let error as ControlError { throw CommandFailure(error) }
    }
}
