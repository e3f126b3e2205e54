import AppGroup
import ArgumentParser
import Glibc
import Supervision

struct ServiceInstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install", abstract: "Write the units of a group, enable and start them.",
        discussion: """
            The host's unit runs 'splitcast live' with the configuration file. With --agent it runs 'splitcast host', and each agent \
            has a unit of its own under a memory limit. systemd starts what fails again, watches that the host works, and reloads its \
            configuration by 'systemctl --user reload'. Installing again replaces the units.

            EXAMPLES:
              splitcast service install --group talk --use talk
              splitcast service install --group hall --agent media=/dev/video0
              splitcast service install --print
            """)

    @OptionGroup var group: GroupOption
    @OptionGroup var configured: ConfigurationOptions

    @Option(
        name: .customLong("agent"),
        help: ArgumentHelp(
            "An agent with a unit of its own, and what it captures: x11, x11=:1, wlr, pattern, media=/dev/video0 or media=FILE. Repeat for more.",
            valueName: "BACKEND[=WHAT]"))
    var agents: [String] = []

    @Option(
        name: .customLong("agent-memory"),
        help: ArgumentHelp("Memory limit of these agents (default: 16M, and 64M for media).", valueName: "SIZE"))
    var memory: String?

    @Option(
        name: .customLong("host-memory"),
        help: ArgumentHelp(
            "Memory limit of the host's unit, with the agents that the host starts (default: none).", valueName: "SIZE"))
    var hostMemory: String?

    @Flag(name: .customLong("no-start"), help: "Only write the units.")
    var isNotStarted = false

    @Flag(name: .customLong("print"), help: "Write nothing: print the units.")
    var isPrinted = false

    func run() throws {
        let name = try group.name()
        let units = try units(name, folder: AgentCommandLine.ownFolder ?? "/usr/local/bin")
        if isPrinted {
            print(units.map { "# \($0.name)\n\($0.text)" }.joined(separator: "\n"))
            return
        }
        let command = Self.command(name, configured, hasAgents: !agents.isEmpty)
        try ServiceFolder.requireSystemd(instead: "have what starts programs here start '\(command)'")
        let folder = try ServiceFolder(environment: ConfiguredCommandLine.environment)
        // Before anything is written: what is wrong now would be wrong at each start.
        for unit in units { try folder.write(unit) }
        print(units.map { "\(folder.path)/\($0.name) written" }.joined(separator: "\n"))
        try UserManager.systemctl(["daemon-reload"])
        let names = units.map(\.name)
        try UserManager.systemctl(["enable"] + names)
        if !isNotStarted { try UserManager.systemctl(["restart", names[0]]) }
        print(Self.closing(name, isLingering: UserManager.isLingering(UserManager.userName)))
    }

    /// The host's first.
    func units(_ name: GroupName, folder: String) throws(CommandFailure) -> [ServiceUnit] {
        var made: [ServiceUnit] = []
        var backends: [String] = []
        for text in agents {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard let backend = parts.first, !backends.contains(backend) else {
                throw OptionText.wrong("--agent", text, backends.isEmpty ? "give a backend, such as x11" : "one agent of a kind has a unit")
            }
            backends.append(backend)
            guard let program = AgentCommandLine.find("splitcast-capture-" + backend) else {
                let known = AgentCommandLine.installedBackends.joined(separator: ", ")
                throw OptionText.wrong("--agent", text, "there is no agent '\(backend)'; there are: \(known.isEmpty ? "none" : known)")
            }
            let limit = memory ?? (backend == "media" ? "64M" : "16M")
            if let memory { _ = try OptionText.memory("--agent-memory", memory) }
            let words = try Self.arguments(backend, parts.count > 1 ? parts[1] : nil)
            made.append(.agent(name, backend: backend, program: program, arguments: words, memory: limit))
        }
        if memory != nil, agents.isEmpty {
            throw CommandFailure(.usage, "--agent-memory is for --agent: agents that the host starts have 'agent-memory' in the configuration file")
        }
        if let hostMemory { _ = try OptionText.memory("--host-memory", hostMemory) }
        let words = Self.words(name, configured, hasAgents: !agents.isEmpty)
        return [.host(name, program: folder + "/splitcast", arguments: words, agents: backends, memory: hostMemory)] + made
    }

    private static func arguments(_ backend: String, _ what: String?) throws(CommandFailure) -> [String] {
        guard let what else { return [] }
        switch backend {
        case "x11", "wlr": return ["--display", what]
        case "media":
            guard what.hasPrefix("/") else { throw OptionText.wrong("--agent", "media=\(what)", "give an absolute path, such as media=/dev/video0") }
            return [what.hasPrefix("/dev/") ? "--device" : "--file", what]
        case "pattern": return ["--size", what]
        default: throw OptionText.wrong("--agent", "\(backend)=\(what)", "\(backend) is given nothing")
        }
    }

    private static func words(_ name: GroupName, _ configured: ConfigurationOptions, hasAgents: Bool) -> [String] {
        let use = configured.use.flatMap { ["--use", $0] }
        let file = configured.config.map { ["--config", $0 == "none" ? $0 : AbsolutePath.of(plain: $0)] } ?? []
        return [hasAgents ? "host" : "live", "--group", name.text] + use + file
    }

    private static func command(_ name: GroupName, _ configured: ConfigurationOptions, hasAgents: Bool) -> String {
        "splitcast " + words(name, configured, hasAgents: hasAgents).joined(separator: " ")
    }

    /// What to know about it.
    static func closing(_ name: GroupName, isLingering: Bool) -> String {
        let option = name == .standard ? "" : " --group \(name.text)"
        let lingering =
            isLingering
            ? "it begins when the machine starts, and goes on after logout: lingering is on ('loginctl disable-linger' ends that)"
            : "it begins when you log in, and ends when you log out: 'loginctl enable-linger' lets it run from the machine's start on, "
                + "without a login"
        return "\(lingering)\n'splitcast service status\(option)' shows it, 'splitcast service logs\(option)' what it says"
    }
}
