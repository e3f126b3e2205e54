import AppGroup
import ArgumentParser

/// The group of the host that is examined.
struct ExaminedGroup: ParsableArguments {
    @Option(
        name: .customLong("group"),
        help: ArgumentHelp("The group: what hosts and agents share (default: $SPLITCAST_GROUP, or default).", valueName: "NAME"))
    var text: String?

    func name() throws(ConformanceError) -> GroupName {
        guard let name = text ?? GroupName.environmentText else { return .standard }
        do throws(GroupError) { return try GroupName(name) } catch {
            throw ConformanceError(.badValue, text == nil ? "$SPLITCAST_GROUP" : "--group", from: error)
        }
    }
}
