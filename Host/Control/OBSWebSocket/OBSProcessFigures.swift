import Glibc
import Platform
import Synchronization

/// What this process uses, as `GetStats` tells it.
final class OBSProcessFigures: Sendable {
    struct Figures {
        /// Of one processor, since it was asked before.
        var processorPercent: Double
        var mebibytes: Double
        /// Where recordings go.
        var freeMebibytes: Double
    }

    private let last = Mutex<(at: MediaTime, used: Double)>((.now(), OBSProcessFigures.processorSeconds()))

    func figures(folder: String) -> Figures {
        let (now, used) = (MediaTime.now(), Self.processorSeconds())
        let percent = last.withLock { last in
            let passed = (now - last.at).inSeconds
            defer { last = (now, used) }
            return passed > 0 ? 100 * (used - last.used) / passed : 0
        }
        return Figures(processorPercent: max(0, percent), mebibytes: Self.mebibytes(), freeMebibytes: Self.free(folder))
    }

    private static func processorSeconds() -> Double {
        var usage = rusage()
        guard getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return 0 }
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }

    /// What of it is in memory: the second number of proc_pid_statm(5), in pages.
    private static func mebibytes() -> Double {
        let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 128)
        let count = max(0, read(file, &bytes, bytes.count))
        let pages = String(decoding: bytes[..<count], as: UTF8.self).split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
        return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
    }

    /// Of the folder, or of the one above it that is there.
    private static func free(_ folder: String) -> Double {
        var (path, facts) = (folder, statvfs())
        while statvfs(path, &facts) != 0 {
            guard let slash = path.lastIndex(of: "/"), path != "/" else { return 0 }
            path = slash == path.startIndex ? "/" : String(path[..<slash])
        }
        return Double(facts.f_bavail) * Double(facts.f_frsize) / 1_048_576
    }
}
