import ArgumentParser
import Glibc
import Supervision

/// `splitcast conformance …`: the process becomes `splitcast-conformance`, which lies beside it and has the options and the help.
struct ConformanceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conformance", abstract: "Check an agent, or a running host, against the protocol.")

    static let program = "splitcast-conformance"

    /// What `splitcast-conformance` is given for a command line of `splitcast`; `nil` when it is another command's.
    static func arguments(of line: [String]) -> [String]? {
        switch line.first {
        case "conformance": Array(line.dropFirst())
        case "help" where line.dropFirst().first == "conformance": ["help"] + line.dropFirst(2)
        default: nil
        }
    }

    /// Becomes the program: standard input and output, environment, signals and exit code are its own from then on. To be called
    /// on the main thread before others run, so that the signals that it blocks are those of the caller.
    /// - Throws: when it is not there; else it does not return.
    static func become(with arguments: [String], in folder: String? = AgentCommandLine.ownFolder) throws(CommandFailure) {
        let path = (folder ?? ".") + "/" + program
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        execv(path, &words)
        guard errno != ENOENT else {
            throw CommandFailure(
                .failed, "\(program) is not installed: 'make install' puts it beside splitcast, and it is looked for as \(path)")
        }
        throw CommandFailure(.failed, "\(path) cannot be started: \(String(cString: strerror(errno)))")
    }
}
