import ArgumentParser
import Glibc
import Platform
import Supervision

/// What a host starts to run a command of `--on`, which ends with the host and leaves nothing behind.
struct RunHookCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: ProgramGuard.hookCommand, abstract: "Run a command of --on for a host.", shouldDisplay: false)

    @Argument(help: "What /bin/sh is to run.") var command: String

    /// Called from the program's first thread with its arguments, before anything else runs there. Returns only where they ask for something else.
    static func become(ifAskedBy arguments: [String]) {
        guard arguments.count == 2, arguments[0] == ProgramGuard.hookCommand, !arguments[1].hasPrefix("-") else { return }
        do throws(SystemError) { try ProgramGuard.runShell(arguments[1]) } catch {
            print("\(error)")
            Glibc.exit(127)
        }
    }
}
