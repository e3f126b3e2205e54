import ArgumentParser

struct ServiceLogsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logs", abstract: "Show what the units of a group have logged.",
        discussion: """
            Each line has fields for journalctl: SPLITCAST_GROUP, and of an event SPLITCAST_CODE, SPLITCAST_TARGET and SPLITCAST_AGENT, \
            as in 'journalctl --user SPLITCAST_CODE=target.lost'.
            """)

    @OptionGroup var group: GroupOption

    @Flag(help: "Go on showing what comes.")
    var follow = false

    @Option(help: ArgumentHelp("How many of the newest (default: 100).", valueName: "N"))
    var lines: String?

    func run() throws {
        let name = try group.name()
        let count = try lines.map { (text) throws(CommandFailure) in try OptionText.number("--lines", text, 1...1_000_000, 100) } ?? 100
        try ServiceFolder.requireSystemd(instead: "what a broadcast says goes to its standard error, 'splitcast events' has what happened")
        let units = try ServiceFolder(environment: ConfiguredCommandLine.environment).units(of: name.text)
        guard !units.isEmpty else {
            throw CommandFailure(.failed, "no units of group '\(name)' are installed: 'splitcast service install --group \(name)' does it")
        }
        let named = units.flatMap { ["--user-unit", $0] }
        throw UserManager.become(["journalctl", "--user", "--lines", "\(count)"] + (follow ? ["--follow"] : ["--no-pager"]) + named)
    }
}
