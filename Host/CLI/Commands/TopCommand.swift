import AppGroup
import ArgumentParser
import Control
import Platform

struct TopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "top", abstract: "Show a broadcast on the whole terminal: figures, meters, targets, agents, events; keys steer it.",
        discussion: """
            KEYS:
              p    pause                     r    resume
              m    mute the microphone       M    mute everything; again: unmute
              c    reconnect every target    k    a chapter in the recordings
              q    quit; the broadcast goes on, as it does after Ctrl-C
            """)

    @OptionGroup var group: GroupOption

    func run() throws {
        let name = try group.name()
        do {
            let client = try ControlClient(name)
            let signals = try ProcessSignals()
            let hasEnded = try show(client, signals)
            if hasEnded { Console.standard.write("the host has ended") }
        } catch let error as GroupError { throw CommandFailure(error) } catch let error as ControlError { throw CommandFailure(error) }
    }

    /// The terminal is as it was when this returns.
    private func show(_ client: ControlClient, _ signals: ProcessSignals) throws -> Bool {
        var top = try TopRun(client)
        return try top.run(signals)
    }
}
