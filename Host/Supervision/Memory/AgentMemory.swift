import Glibc

/// What an agent holds, in bytes, from the kernel's own books.
///
/// The figure that counts against a limit is `anonymousBytes + kernelBytes`; file pages give way when memory is short.
/// Frame memory is nowhere in it: the host allocated it, and the host is charged for it.
public struct AgentMemory: Hashable, Sendable {
    public var anonymousBytes = 0
    /// Page tables, stacks in the kernel, sockets. Without a group of its own only the page tables; a cgroup v1 kernel
    /// that was built without this figure says 0.
    public var kernelBytes = 0
    /// Pages of the program and its libraries, and other files. In a group: those that it was the first to touch; else all it maps.
    public var fileBytes = 0
    /// The most that all of it together ever was; 0 where the kernel does not say (cgroup v2 before Linux 5.19).
    public var peakBytes = 0
    /// `nil` without a limit.
    public var limitBytes: Int?
    public var kind = MemoryKind.nothing

    /// Of a process in no group of ours: also of agents that others started. `nil` when it is gone. Any thread; ~0.1 ms.
    public init?(of processID: Int32, limitBytes: Int? = nil, kind: MemoryKind = .nothing) {
        guard let rollup = KernelFile.text("/proc/\(processID)/smaps_rollup"), let status = KernelFile.text("/proc/\(processID)/status") else {
            return nil
        }
        func bytes(_ key: String, _ text: String) -> Int { (KernelFile.value(key, in: text) ?? 0) * 1024 }
        anonymousBytes = bytes("Anonymous", rollup)
        // Pages of the host's frame memory are mapped, but not its own.
        fileBytes = max(0, bytes("Rss", rollup) - anonymousBytes - bytes("RssShmem", status))
        kernelBytes = bytes("VmPTE", status)
        peakBytes = bytes("VmHWM", status)
        (self.limitBytes, self.kind) = (limitBytes, kind)
    }

    /// Of a control group; `nil` when it is gone. Any thread.
    init?(group directory: String, isVersion2: Bool, kind: MemoryKind) {
        guard let stat = KernelFile.text(directory + "/memory.stat") else { return nil }
        func bytes(_ key: String) -> Int { KernelFile.value(key, in: stat) ?? 0 }
        if isVersion2 {
            (anonymousBytes, kernelBytes, fileBytes) = (bytes("anon"), bytes("kernel"), bytes("file"))
            peakBytes = KernelFile.number(directory + "/memory.peak") ?? 0
            limitBytes = KernelFile.number(directory + "/memory.max")
        } else {
            (anonymousBytes, fileBytes) = (bytes("total_rss"), bytes("total_cache"))
            kernelBytes = KernelFile.number(directory + "/memory.kmem.usage_in_bytes") ?? 0
            peakBytes = KernelFile.number(directory + "/memory.max_usage_in_bytes") ?? 0
            limitBytes = KernelFile.number(directory + "/memory.limit_in_bytes")
        }
        self.kind = kind
    }
}
