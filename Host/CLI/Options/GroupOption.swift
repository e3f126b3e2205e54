import AppGroup
import ArgumentParser

/// The group that a command means.
struct GroupOption: ParsableArguments {
    @Option(name: .customLong("group"), help: ArgumentHelp("The group: what hosts and agents share (default: default).", valueName: "NAME"))
    var text: String?

    func name() throws(CommandFailure) -> GroupName {
        guard let text else { return .standard }
        do throws(GroupError) { return try GroupName(text) } catch { throw CommandFailure(.usage, "--group: \(error.message)") }
    }
}
