import CLinux
import Glibc

/// Turns this process, which must have one thread, into the guard of a program: runs it with our standard input and output in a session of its
/// own, and ends it with all that it started when it ends, when we get SIGTERM, and when who started us is gone. Then it ends as the program did.
///
/// - Throws: where the program cannot be started.
@available(*, noasync)
public func runGuarded(_ program: String) throws(SystemError) -> Never {
    _ = clinux_run_guarded(program)
    throw SystemError(operation: "starting \(program)", number: errno)
}
