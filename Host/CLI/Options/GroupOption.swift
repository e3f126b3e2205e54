import AppGroup
import ArgumentParser

/// The group that a command means.
struct GroupOption: ParsableArguments {
    @Option(
        name: .customLong("group"),
        help: ArgumentHelp("The group: what hosts and agents share (default: $SPLITCAST_GROUP, or default).", valueName: "NAME"))
    var text: String?

    func name() throws(CommandFailure) -> GroupName {
        guard let name = text ?? GroupName.environmentText else { return .standard }
        do throws(GroupError) { return try GroupName(name) } catch {
            throw CommandFailure(.usage, "\(text == nil ? "$SPLITCAST_GROUP" : "--group"): \(error.message)")
        }
    }
}
