import AppGroup
import ArgumentParser
import Glibc

/// The group that a command means.
struct GroupOption: ParsableArguments {
    @Option(
        name: .customLong("group"),
        help: ArgumentHelp("The group: what hosts and agents share (default: $SPLITCAST_GROUP, or default).", valueName: "NAME"))
    var text: String?

    func name() throws(CommandFailure) -> GroupName {
        let fromEnvironment = text == nil ? getenv("SPLITCAST_GROUP").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } : nil
        guard let name = text ?? fromEnvironment else { return .standard }
        do throws(GroupError) { return try GroupName(name) } catch {
            throw CommandFailure(.usage, "\(fromEnvironment == nil ? "--group" : "$SPLITCAST_GROUP"): \(error.message)")
        }
    }
}
