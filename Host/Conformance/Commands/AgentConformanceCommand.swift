import ArgumentParser

struct AgentConformanceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agent", abstract: "Drive an agent through the protocol and report, line by line.",
        discussion: """
            Starts COMMAND in a private group, plays the host to it for some 20 seconds, ends it and removes the group. The agent \
            finds the group by XDG_RUNTIME_DIR, which is set, and its name as '--group conformance', which is put behind the \
            command, or where the command says {group}.

            EXAMPLES:
              splitcast conformance agent ./my-agent
              splitcast conformance agent python3 my_agent.py --screen 1
              splitcast conformance agent ./my-agent --app-group={group}
              splitcast conformance agent splitcast-capture-x11 --display :1
              splitcast conformance agent --cast 57 splitcast-capture-pipewire

            An agent that says it wants a cast is given dead and impossible ones; what it does with a picture is seen only with \
            --cast, a node of your PipeWire ('splitcast sources' lists them).

            EXIT CODES: 0 all kept, 1 something is broken, 2 the command cannot be run.
            """)

    @Flag(help: "Print JSON when it is over: {\"passed\":…,\"findings\":[…]}.")
    var json = false

    @Flag(help: "Do not put '--group conformance' behind the command.")
    var noGroupArgument = false

    @Option(help: ArgumentHelp("A node of PipeWire to give to an agent that wants a cast.", valueName: "node"))
    var cast: UInt32?

    @Argument(parsing: .captureForPassthrough, help: ArgumentHelp("The agent and its arguments.", valueName: "command"))
    var command: [String]

    func run() throws {
        guard !["--help", "-h"].contains(command.first) else { throw CleanExit.helpRequest(self) }
        let examination = try AgentExamination(command: command, groupArgument: noGroupArgument ? .none : .automatic, castNode: cast)
        try ConformanceText(json: json).run { report throws(ConformanceError) in try examination.run(report) }
    }
}
