import CLibAV
import Glibc

/// What libav said about a failure on this thread. libav itself prints nothing once `keep()` was called.
enum LibAVLog {
    private static let isKept: Bool = {
        clibav_keep_log()
        quietenLibsrt()
        // SVT-AV1 writes to stderr what it thinks of its settings: from this level on, fatal errors alone.
        setenv("SVT_LOG", "0", 0)
        return true
    }()

    /// libsrt, which libavformat brings along, has a log of its own that goes to stderr: it is turned down to what is critical.
    private static func quietenLibsrt() {
        guard let process = dlopen(nil, RTLD_LAZY), let symbol = dlsym(process, "srt_setloglevel") else { return }
        unsafeBitCast(symbol, to: (@convention(c) (Int32) -> Void).self)(LOG_CRIT)
    }

    /// Redirects libav's log to us, once for the process. Any thread.
    static func keep() { _ = isKept }

    /// Forgets this thread's lines, so that what comes next is about what comes next.
    static func forget() {
        keep()
        clibav_forget_lines()
    }

    /// This thread's last error lines, oldest first, repeated ones once; forgets them. Empty when libav said nothing.
    static func drain() -> String {
        var lines: [String] = []
        var index: UInt32 = 0
        while let line = clibav_line(index) {
            let text = String(cString: line)
            if !text.isEmpty, lines.last != text { lines.append(text) }
            index += 1
        }
        clibav_forget_lines()
        return lines.joined(separator: "; ")
    }
}
