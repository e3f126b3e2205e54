import ArgumentParser

struct ServiceStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the units of a group, as 'systemctl --user status' does, with its exit codes.")

    @OptionGroup var group: GroupOption

    func run() throws {
        let name = try group.name()
        try ServiceFolder.requireSystemd(instead: "'splitcast status' shows a broadcast that runs")
        let units = try ServiceFolder(environment: ConfiguredCommandLine.environment).units(of: name.text)
        guard !units.isEmpty else {
            throw CommandFailure(.failed, "no units of group '\(name)' are installed: 'splitcast service install --group \(name)' does it")
        }
        throw UserManager.become(["systemctl", "--user", "--no-pager", "status"] + units)
    }
}
