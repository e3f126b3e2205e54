import ArgumentParser
import Glibc
import Platform
import Supervision

/// What a host starts to run a filter's program, which ends with the host and leaves nothing behind.
struct RunFilterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: ProgramGuard.command, abstract: "Run a filter's program for the host at standard input.", shouldDisplay: false)

    @Argument(help: "The program.") var program: String

    /// Called from the program's first thread with its arguments, before anything else runs there.
    ///
    /// - Throws: `.usage` where no host is at standard input. Returns only where the arguments ask for something else.
    static func become(ifAskedBy arguments: [String]) throws(CommandFailure) {
        guard arguments.count == 2, arguments[0] == ProgramGuard.command, arguments[1].hasPrefix("/") else { return }
        guard PacketSocket.isStandardInput else {
            throw CommandFailure(.usage, "standard input: this command is for hosts: see 'splitcast filter add --help'")
        }
        do throws(SystemError) { try ProgramGuard.run(arguments[1]) } catch {
            // As agents tell it: the host passes it on as it stands.
            print("error: \(error)")
            Glibc.exit(127)
        }
    }
}
