import ArgumentParser
import Control
import Glibc
import Session

/// The whole command line of `splitcast-conformance`, which people know as `splitcast conformance`: it is started by that.
///
/// A program of its own, so that what attacks hosts is not part of the program that people run.
struct ConformanceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "splitcast conformance", abstract: "Check an agent, or a running host, against the protocol.",
        discussion: """
            The protocol is Shared/PROTOCOL.md. Each line of the report names the section that makes the promise:
              ok    kept
              FAIL  broken; the line says what happened
              skip  could not be seen; the line says why
              note  measured, not judged
            """,
        version: SessionStatus.programVersion,
        subcommands: [AgentConformanceCommand.self, HostConformanceCommand.self, AttackerCommand.self])

    /// Runs a command line; returns the exit code.
    static func launch(_ arguments: [String]) -> Int32 {
        do {
            var command = try parseAsRoot(arguments)
            try command.run()
            return 0
        } catch let error as ConformanceError {
            complain(error.message)
            return error.exitCode
        } catch {
            if exitCode(for: error).isSuccess {
                print(fullMessage(for: error))
                return 0
            }
            complain(masking(message(for: error)) + " (see 'splitcast conformance --help')")
            return ConformanceError(.badValue, "").exitCode
        }
    }

    /// The one line of a command that failed. What was printed before it stands before it, also where both go to one place.
    static func complain(_ message: String) {
        fflush(nil)
        let line = Array("splitcast: \(message)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }

    /// Hides what follows the scheme of an address: it may hold a stream key.
    static func masking(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false)
            .map { word in word.firstRange(of: "://").map { word[..<$0.upperBound] + "***" } ?? word }
            .joined(separator: " ")
    }
}
