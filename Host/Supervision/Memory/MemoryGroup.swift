import Glibc
import Platform

/// A memory control group of one agent, with a limit and without swap. Any thread may read it.
final class MemoryGroup: Sendable {
    let directory: String
    private let isVersion2: Bool
    private let kind: MemoryKind
    /// Its open `cgroup.procs`; −1 for one that others made.
    let entrance: Int32

    /// Makes a group below `parent`. Nothing is left behind when that fails.
    init(below parent: String, name: String, isVersion2: Bool, limitBytes: Int) throws(SystemError) {
        directory = parent + "/" + name
        self.isVersion2 = isVersion2
        kind = isVersion2 ? .cgroupV2 : .cgroupV1
        guard mkdir(directory, 0o755) == 0 else { throw SystemError(operation: "making \(directory)", number: errno) }
        do throws(SystemError) {
            try Self.limit(directory, isVersion2: isVersion2, limitBytes)
            entrance = try Self.openEntrance(directory)
        } catch {
            rmdir(directory)
            throw error
        }
    }

    /// One that others made and will remove.
    init(adopting directory: String, kind: MemoryKind) {
        (self.directory, self.kind, isVersion2, entrance) = (directory, kind, true, -1)
    }

    deinit { if entrance >= 0 { close(entrance) } }

    /// What its processes hold; `nil` when the group is gone.
    var memory: AgentMemory? { AgentMemory(group: directory, isVersion2: isVersion2, kind: kind) }

    /// How many of its processes the limit has ended.
    var limitKills: Int { Self.limitKills(directory, isVersion2: isVersion2) }

    /// Ends (SIGKILL) whatever is still in it and takes it away.
    ///
    /// - Returns: false while it is busy, which it may be for moments after its last process has ended.
    func remove() -> Bool {
        for process in processes() { kill(process, SIGKILL) }
        return rmdir(directory) == 0 || errno == ENOENT
    }

    private func processes() -> [Int32] {
        // Zero stands for a process that this name space cannot see.
        (KernelFile.text(directory + "/cgroup.procs") ?? "").split(separator: "\n").compactMap { Int32($0) }.filter { $0 > 0 }
    }

    static func limitKills(_ directory: String, isVersion2: Bool) -> Int {
        let text = KernelFile.text(directory + (isVersion2 ? "/memory.events" : "/memory.oom_control"))
        return text.flatMap { KernelFile.value("oom_kill", in: $0) } ?? 0
    }

    private static func openEntrance(_ directory: String) throws(SystemError) -> Int32 {
        let path = directory + "/cgroup.procs"
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError(operation: "opening \(path)", number: errno) }
        return descriptor
    }

    private static func limit(_ directory: String, isVersion2: Bool, _ bytes: Int) throws(SystemError) {
        if isVersion2 {
            try KernelFile.write("\(bytes)", to: directory + "/memory.max")
            try writeIfThere("0", directory + "/memory.swap.max")
        } else {
            try KernelFile.write("\(bytes)", to: directory + "/memory.limit_in_bytes")
            // Memory and swap together may not be more than memory alone: no swap.
            try writeIfThere("\(bytes)", directory + "/memory.memsw.limit_in_bytes")
        }
    }

    /// A kernel that does not count swap lacks the file.
    private static func writeIfThere(_ text: String, _ path: String) throws(SystemError) {
        do throws(SystemError) { try KernelFile.write(text, to: path) } catch  where error.number == ENOENT {}
    }
}
