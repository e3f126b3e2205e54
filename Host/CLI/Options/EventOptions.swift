import ArgumentParser
import Hooks
import Session

/// What happens on this desktop with what happens in a broadcast.
struct EventOptions: ParsableArguments {
    @Option(
        name: .customLong("on"),
        help: ArgumentHelp(
            "Run a command with each such event; repeats: target.gaveUp='notify-send gone', 'target.*=…', '*=…' for all.",
            discussion: "By /bin/sh, with the event as a line of JSON on its standard input; it has 10 s. 'splitcast events' shows codes, "
                + "EVENTS.md all of them.",
            valueName: "EVENT=COMMAND"))
    var hooks: [String] = []

    func apply(to configuration: inout SessionConfiguration) throws(CommandFailure) {
        guard hooks.count <= EventHook.most else { throw CommandFailure(.usage, "--on: \(hooks.count) commands are more than \(EventHook.most)") }
        for text in hooks {
            do throws(HookError) { configuration.hooks.append(try EventHook(parsing: text)) } catch {
                throw CommandFailure(.usage, "--on: \(error.message)", cause: error)
            }
        }
    }
}
