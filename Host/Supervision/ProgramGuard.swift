public import Platform

/// What stands between the host and a program of the user's: when the host is gone, however that ended, it ends the program and all that the
/// program started.
public enum ProgramGuard {
    /// The command of `splitcast` that is one; the program's path follows.
    public static let command = "run-filter"
    /// The same for what a shell is to run, which follows.
    public static let hookCommand = "run-hook"

    /// Starts a program by way of one.
    ///
    /// - Parameter splitcast: where that lies.
    public static func commandLine(of program: String, by splitcast: String) -> AgentCommandLine {
        AgentCommandLine(program: splitcast, arguments: [command, program])
    }

    /// Has a shell run this by way of one.
    ///
    /// - Parameter splitcast: where that lies.
    public static func commandLine(ofShell text: String, by splitcast: String) -> AgentCommandLine {
        AgentCommandLine(program: splitcast, arguments: [hookCommand, text])
    }

    /// Becomes one of a shell that runs this, and ends as the shell does. The process must have one thread.
    ///
    /// - Throws: where the shell cannot be started.
    @available(*, noasync)
    public static func runShell(_ text: String) throws(SystemError) -> Never {
        try runGuarded("/bin/sh", ["-c", text])
    }

    /// Becomes one, and ends as the program does. The process must have one thread.
    ///
    /// - Throws: where the program cannot be started.
    @available(*, noasync)
    public static func run(_ program: String) throws(SystemError) -> Never {
        try runGuarded(program)
    }
}
