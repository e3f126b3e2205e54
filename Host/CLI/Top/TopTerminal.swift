import Glibc
import Platform

/// The terminal while a program has all of it: nothing is echoed, keys come one by one, and what stood there before comes back at the end,
/// also when the program crashes. One at a time.
final class TopTerminal {
    private static let begin = "\u{1B}[?1049h\u{1B}[?25l"
    private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT]

    /// As it was; what a handler of a crash needs, set before that is installed.
    private nonisolated(unsafe) static var before = termios()
    private nonisolated(unsafe) static var isOpen = false

    /// - Throws: `usage` where there is none.
    init() throws(CommandFailure) {
        let kind = getenv("TERM").map { String(cString: $0) } ?? ""
        guard isatty(STDIN_FILENO) != 0, isatty(STDOUT_FILENO) != 0, !kind.isEmpty, kind != "dumb", tcgetattr(STDIN_FILENO, &Self.before) == 0 else {
            throw CommandFailure(.usage, "'splitcast top' needs a terminal: 'splitcast status --follow' prints the same line by line")
        }
        Self.isOpen = true
        for signal in Self.crashes {
            Glibc.signal(signal) { number in
                TopTerminal.restore()
                Glibc.signal(number, SIG_DFL)
                raise(number)
            }
        }
        var raw = Self.before
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        // Stopping it would leave the terminal as it is now.
        withUnsafeMutableBytes(of: &raw.c_cc) { $0[Int(VSUSP)] = 0 }
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw)
        Self.write(Self.begin)
    }

    deinit { Self.restore() }

    /// Columns and rows now.
    var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Draws over what is there, without clearing first: nothing flickers.
    func show(_ lines: [String]) {
        Self.write("\u{1B}[H" + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J")
    }

    /// Keys that were pressed; `nil` when the terminal is gone.
    func keys() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return [] }
        return count > 0 ? Array(bytes[..<count]) : nil
    }

    /// Safe in a handler of a signal: allocates nothing.
    private static func restore() {
        guard isOpen else { return }
        isOpen = false
        let text: StaticString = "\u{1B}[?25h\u{1B}[?1049l"
        _ = Glibc.write(STDOUT_FILENO, text.utf8Start, text.utf8CodeUnitCount)
        tcsetattr(STDIN_FILENO, TCSANOW, &before)
    }

    private static func write(_ text: String) {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            sent += count
        }
    }
}
