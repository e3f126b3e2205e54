import Fixtures
import Foundation

/// What the kernel says of a process.
enum AgentFacts {
    /// A field of /proc/PID/status, as in "Seccomp".
    static func status(_ pid: Int32, _ field: String) -> String? {
        textOfFile("/proc/\(pid)/status").split(separator: "\n").first { $0.hasPrefix(field + ":") }
            .map { $0.dropFirst(field.count + 1).trimmingCharacters(in: .whitespaces) }
    }

    /// What it may have at most, and how far it may raise that itself: a row of /proc/PID/limits.
    static func limit(_ pid: Int32, _ name: String) -> [String] {
        let row = textOfFile("/proc/\(pid)/limits").split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
        return row.dropFirst(name.count).split(separator: " ").prefix(2).map(String.init)
    }

    /// Memory of its own making, pages shared with a fork counted by halves. Not "dirty" memory: that of a program which was
    /// linked a moment ago is dirty all over, until the disk has it.
    static func ownBytes(_ pid: Int32) -> Int {
        let line = textOfFile("/proc/\(pid)/smaps_rollup").split(separator: "\n").first { $0.hasPrefix("Pss_Anon:") }
        return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? .max >> 10) * 1024
    }

    static func descriptors(_ pid: Int32) -> Int { count("/proc/\(pid)/fd") }
    static func threads(_ pid: Int32) -> Int { count("/proc/\(pid)/task") }

    /// The seccomp mode of each thread.
    static func filters(_ pid: Int32) -> Set<String> {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []  // gone: none
        return Set(
            threads.compactMap { thread in
                textOfFile("/proc/\(pid)/task/\(thread)/status").split(separator: "\n").first { $0.hasPrefix("Seccomp:") }?
                    .split(separator: "\t").last.map(String.init)
            })
    }

    private static func count(_ directory: String) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: directory))?.count ?? 0  // gone: none
    }
}
