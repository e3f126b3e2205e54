import CLinux
import Glibc

/// Standard input, output and error of this process. On the main thread.
public enum StandardStreams {
    /// Opens /dev/null in place of each that is closed: the next file or socket that is opened would get its number, and what is
    /// printed would go there. To be called before anything else is opened.
    public static func claim() {
        for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
            // It gets the lowest number that is free, which is this one.
            _ = open("/dev/null", O_RDWR)
        }
    }

    /// Writes out what was printed.
    ///
    /// - Returns: why all or a part of what was printed could not be written, in one line. `nil` also where its reader has gone: it may stop when it
    ///   has enough.
    public static func flush() -> String? {
        let number = clinux_finish_output()
        guard number != 0, number != EPIPE else { return nil }
        return "standard output could not be written: \(String(cString: strerror(number)))"
    }
}
