import AppGroup
import ArgumentParser

/// The group of the host that is examined.
struct ExaminedGroup: ParsableArguments {
    @Option(name: .customLong("group"), help: ArgumentHelp("The group: what hosts and agents share (default: default).", valueName: "NAME"))
    var text: String?

    func name() throws(ConformanceError) -> GroupName {
        guard let text else { return .standard }
        do throws(GroupError) { return try GroupName(text) } catch { throw ConformanceError(.badValue, "--group", from: error) }
    }
}
