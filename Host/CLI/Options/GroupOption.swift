import AppGroup
import ArgumentParser

/// The group that a command means.
struct GroupOption: ParsableArguments {
    @Option(
        name: .customLong("group"),
        help: ArgumentHelp("The group: what hosts and agents share (default: $SPLITCAST_GROUP, or default).", valueName: "NAME"))
    var text: String?

    func name() throws(CommandFailure) -> GroupName {
        let fromEnvironment = text == nil ? GroupName.environmentText : nil
        guard let name = text ?? fromEnvironment else { return .standard }
        do throws(GroupError) { return try GroupName(name) } catch {
            throw CommandFailure(.usage, "\(fromEnvironment == nil ? "--group" : "$SPLITCAST_GROUP"): \(error.message)")
        }
    }
}
