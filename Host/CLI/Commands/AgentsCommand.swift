import AppGroup
import ArgumentParser
import Control

struct AgentsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agents", abstract: "Show which agents are attached to a host, and how the last ones ended.",
        discussion: """
            STATE    live: on the canvas; standby: waits to be switched to; paused;
                     else how far it has come
            MEMORY   anonymous and kernel memory, of the limit, and what enforces it
            DROPPED  changes that waited for a free slot, and frames that were
                     replaced before they were used
            SANDBOX  strict: neither files, connections nor processes once it is set
                     up; else what holds it
            REASON   why it ended: invalidData, stopped, sessionFinished, failed,
                     closed, replaced, permissionDenied, unresponsive, memoryLimit

            --installed: which agents could be asked for, by their manifests in $XDG_DATA_HOME/splitcast/agents, \
            /usr/local/share/splitcast/agents and /usr/share/splitcast/agents, and what is wrong with a broken one.
            """)

    @OptionGroup var group: GroupOption

    @Flag(help: "Print JSON: {\"agents\":[…],\"departed\":[…]}, with the fields of 'splitcast status --json'.")
    var json = false

    @Flag(help: "List the agents that are installed here, whether a host runs or not; with --json {\"installed\":[…]}.")
    var installed = false

    func run() throws {
        guard !installed else {
            let environment = ConfiguredCommandLine.environment
            let list = InstalledAgentList(environment)
            return print(json ? JSONText.of(list, isPretty: true) : list.text(environment))
        }
        let name = try group.name()
        do {
            let list = try ControlClient(name).agents()
            print(json ? JSONText.of(list, isPretty: true) : AgentTable.text(list, group: name.text), terminator: json ? "\n" : "")
        } catch let error as GroupError { throw CommandFailure(error) } catch let error as ControlError { throw CommandFailure(error) }
    }
}
