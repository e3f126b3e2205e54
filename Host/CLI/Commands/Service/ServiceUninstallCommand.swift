import ArgumentParser

struct ServiceUninstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "uninstall", abstract: "End the units of a group and remove them; recordings and configuration stay.")

    @OptionGroup var group: GroupOption

    func run() throws {
        let name = try group.name()
        let folder = try ServiceFolder(environment: ConfiguredCommandLine.environment)
        let units = folder.units(of: name.text)
        guard !units.isEmpty else { throw CommandFailure(.failed, "no units of group '\(name)' are installed in \(folder.path)") }
        try ServiceFolder.requireSystemd(instead: "remove \(units.map { "\(folder.path)/\($0)" }.joined(separator: " ")) by hand")
        try UserManager.systemctl(["disable", "--now"] + units)
        for unit in units { try folder.remove(unit) }
        try UserManager.systemctl(["daemon-reload"])
        print(units.map { "\(folder.path)/\($0) removed" }.joined(separator: "\n"))
    }
}
