import Foundation
import Synchronization

/// A memory cgroup of its own with a limit, version 1 or 2, whichever has the memory controller here. Needs root.
///
/// Any thread may use it. What still runs in it is killed with its owner.
public final class MemoryGroup: Sendable {
    /// What is charged to the group at one moment, in bytes.
    public struct Charge: Hashable, Sendable {
        /// Pages of no file: heaps, stacks.
        public let anonymous: Int
        /// Page tables, stacks in the kernel, sockets.
        public let kernel: Int
        /// Pages of files, which can be dropped at any time: most of a program's code.
        public let file: Int
        /// Everything, and the most that it ever was.
        public let total: Int
        public let peak: Int

        /// What cannot be dropped.
        public var held: Int { anonymous + kernel }
    }

    private static let number = Atomic(0)
    private let path: String
    private let isSecondVersion: Bool

    private static var root: (path: String, isSecondVersion: Bool)? {
        for path in ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"]
        where textOfFile(path + "/cgroup.subtree_control").split(whereSeparator: \.isWhitespace).contains("memory") {
            return (path, true)
        }
        let first = "/sys/fs/cgroup/memory"
        return access(first + "/memory.limit_in_bytes", W_OK) == 0 ? (first, false) : nil
    }

    /// Whether one can be made here.
    public static var isPossible: Bool { root.map { access($0.path, W_OK) == 0 } ?? false }

    public init(limitBytes: Int) throws {
        guard let root = Self.root else { throw FixtureError("no memory cgroup can be made here: it takes root and a memory controller") }
        isSecondVersion = root.isSecondVersion
        path = root.path + "/sctest.\(getpid()).\(Self.number.wrappingAdd(1, ordering: .relaxed).newValue)"
        guard mkdir(path, 0o755) == 0 else { throw FixtureError("mkdir \(path): \(String(cString: strerror(errno)))") }
        try set(isSecondVersion ? "memory.max" : "memory.limit_in_bytes", limitBytes)
        // Where there is an account of swap: none is allowed.
        if isSecondVersion {
            try? set("memory.swap.max", 0)  // see above
        } else {
            try? set("memory.memsw.limit_in_bytes", limitBytes)  // see above
        }
    }

    deinit {
        let processes = textOfFile(path + "/cgroup.procs").split(separator: "\n").compactMap { Int32($0) }
        for process in processes { kill(process, SIGKILL) }
        try? waitUntil("\(path) to be empty", timeout: .seconds(5)) { rmdir(path) == 0 || errno == ENOENT }  // a leftover hurts no one
    }

    private func set(_ name: String, _ value: Int) throws {
        let file = open(path + "/" + name, O_WRONLY | O_CLOEXEC)
        defer { close(file) }
        let text = Array("\(value)".utf8)
        guard file >= 0, write(file, text, text.count) == text.count else { throw FixtureError("\(path)/\(name) does not take \(value)") }
    }

    /// The same command, started within the group.
    public func command(_ arguments: [String]) -> [String] {
        ["sh", "-c", #"echo $$ > "$0/cgroup.procs" && exec "$@""#, path] + arguments
    }

    private func value(_ name: String) -> Int { Int(textOfFile(path + "/" + name).trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0 }

    public var charge: Charge {
        let lines = textOfFile(path + "/memory.stat").split(separator: "\n").map { $0.split(separator: " ") }
        func stat(_ name: String) -> Int { lines.first { $0.first.map(String.init) == name }.flatMap { Int($0[1]) } ?? 0 }
        if isSecondVersion {
            let kernel = ["kernel_stack", "pagetables", "percpu", "sock", "slab"].reduce(0) { $0 + stat($1) }
            let total = value("memory.current")
            return Charge(
                anonymous: stat("anon"), kernel: max(kernel, stat("kernel")), file: stat("file"), total: total, peak: max(total, value("memory.peak"))
            )
        }
        return Charge(
            anonymous: stat("rss"), kernel: value("memory.kmem.usage_in_bytes"), file: stat("cache"), total: value("memory.usage_in_bytes"),
            peak: value("memory.max_usage_in_bytes"))
    }

    /// How many processes the limit has killed.
    public var kills: Int {
        let lines = textOfFile(path + (isSecondVersion ? "/memory.events" : "/memory.oom_control")).split(separator: "\n").map {
            $0.split(separator: " ")
        }
        return lines.first { $0.first == "oom_kill" }.flatMap { Int($0[1]) } ?? 0
    }
}
