import Control
import Glibc
import Platform
import Synchronization

/// Standard error: log lines, and in a terminal one status line below them that is drawn anew. Any thread.
final class Console: Sendable {
    static let standard = Console(descriptor: STDERR_FILENO)

    private let descriptor: Int32
    /// Whether a status line can be drawn.
    let isTerminal: Bool
    /// What is drawn below the log now; empty when nothing is.
    private let statusLine = Mutex("")
    private let queue = Mutex<ConsoleQueue?>(nil)

    init(descriptor: Int32) {
        self.descriptor = descriptor
        let kind = getenv("TERM").map { String(cString: $0) } ?? ""
        isTerminal = isatty(descriptor) != 0 && !kind.isEmpty && kind != "dumb"
    }

    /// From now on no caller waits for standard error: a broadcast must go on, and end, though no one reads it.
    func stopWaiting() throws(SystemError) {
        let made = try ConsoleQueue(descriptor) { [self] lines, next in
            statusLine.withLock { shown in
                let before = shown
                if let next { shown = next }
                guard !lines.isEmpty || shown != before else { return "" }
                return (before.isEmpty ? "" : Self.erase) + lines + shown
            }
        }
        queue.withLock { $0 = made }
    }

    /// Before the process ends: what waits to be written is given so long. Nothing may be written any more.
    func end(within limit: Duration) { queue.withLock { $0 }?.end(by: .now() + limit) }

    /// A line above the status line.
    func write(_ line: String) {
        if let queue = queue.withLock({ $0 }) { return queue.add(line: line) }
        statusLine.withLock { shown in emit((shown.isEmpty ? "" : Self.erase) + line + "\n" + shown) }
    }

    /// The one line of a command that failed.
    ///
    /// What was printed before it stands before it, also where both go to one place. What others wrote, such as a server, tells the terminal nothing.
    func complain(_ message: String) {
        if queue.withLock({ $0 }) == nil { fflush(nil) }
        write("splitcast: " + message.split(separator: "\n", omittingEmptySubsequences: false).map(PlainText.of).joined(separator: "\n"))
    }

    /// Draws the status line, which must not be wider than the terminal; an empty one erases it.
    func show(_ line: String) {
        if let queue = queue.withLock({ $0 }) { return queue.show(line) }
        statusLine.withLock { shown in
            guard line != shown else { return }
            emit((shown.isEmpty ? "" : Self.erase) + line)
            shown = line
        }
    }

    /// Columns of the terminal now.
    var columns: Int {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    private static let erase = "\r\u{1B}[2K"

    /// In one piece, so that lines of several threads do not mix. What cannot be written (a closed terminal) is lost.
    private func emit(_ text: String) {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            sent += count
        }
    }
}
