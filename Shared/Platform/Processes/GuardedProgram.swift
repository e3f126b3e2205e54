import CLinux
import Glibc

/// Turns this process, which must have one thread, into the guard of a program: runs it with our standard input and output in a session of its
/// own, and ends it with all that it started when it ends, when we get SIGTERM, and when who started us is gone. Then it ends as the program did.
///
/// - Parameter arguments: behind the program's path.
/// - Throws: where the program cannot be started.
@available(*, noasync)
public func runGuarded(_ program: String, _ arguments: [String] = []) throws(SystemError) -> Never {
    // Until the end of the process, or that of the program's start.
    let words: [UnsafePointer<CChar>?] = ([program] + arguments).map { UnsafePointer(strdup($0)) } + [nil]
    _ = words.withUnsafeBufferPointer { clinux_run_guarded($0.baseAddress) }
    throw SystemError(operation: "starting \(program)", number: errno)
}
