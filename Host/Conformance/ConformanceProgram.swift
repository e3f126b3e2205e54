import Glibc
import Platform

/// The program `splitcast-conformance`.
public enum ConformanceProgram {
    /// Does what the arguments ask for, and ends the process.
    public static func run() -> Never {
        StandardStreams.claim()
        let code = ConformanceCommand.launch(Array(CommandLine.arguments.dropFirst()))
        guard let problem = StandardStreams.flush() else { exit(code) }
        ConformanceCommand.complain(problem)
        exit(code == 0 ? 1 : code)
    }
}
