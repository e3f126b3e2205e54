import CLinux
import Glibc
public import Platform

/// What stands between the host and a program of the user's: when the host is gone, however that ended, it ends the program and all that the
/// program started.
public enum ProgramGuard {
    /// The command of `splitcast` that is one; the program's path follows.
    public static let command = "run-filter"

    /// Starts a program by way of one.
    ///
    /// - Parameter splitcast: where that lies.
    public static func commandLine(of program: String, by splitcast: String) -> AgentCommandLine {
        AgentCommandLine(program: splitcast, arguments: [command, program])
    }

    /// Becomes one, and ends as the program does. The process must have one thread.
    ///
    /// - Throws: where the program cannot be started.
    @available(*, noasync)
    public static func run(_ program: String) throws(SystemError) -> Never {
        _ = clinux_run_guarded(program)
        throw SystemError(operation: "starting \(program)", number: errno)
    }
}
