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
            """)

    @OptionGroup var group: GroupOption

    @Flag(help: "Print JSON: {\"agents\":[…],\"departed\":[…]}, with the fields of 'splitcast status --json'.")
    var json = false

    func run() throws {
        let name = try group.name()
        do {
            let list = try ControlClient(name).agents()
            print(json ? JSONText.of(list, isPretty: true) : AgentTable.text(list, group: name.text), terminator: json ? "\n" : "")
        } catch let error as GroupError { throw CommandFailure(error) } catch let error as ControlError { throw CommandFailure(error) }
    }
}
