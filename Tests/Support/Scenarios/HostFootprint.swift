import Fixtures
import Foundation

/// What a host holds of the system at one moment: what must not grow however many agents come and go.
public struct HostFootprint: Sendable {
    public let descriptors: Int
    public let threads: Int
    public let anonymousBytes: Int
    /// Entries of /dev/shm that are mapped by the host, or named after us.
    public let sharedMemoryFiles: Int
    /// Files, sockets and directories in the group.
    public let groupFiles: Int
    /// Memory cgroups that are named after us.
    public let memoryGroups: Int
    /// Mappings of memory that is a file of no name, as frame memory is; its descriptors are among `descriptors`.
    public let frameMemories: Int

    public init(of stream: Stream) throws {
        let pid = stream.process.pid
        func entries(_ path: String) -> [String] { (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? [] }  // a process's own
        descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count
        threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task").count
        anonymousBytes = try ProcessUsage(of: pid).anonymousBytes
        let mapped = textOfFile("/proc/\(pid)/maps").split(separator: "\n").filter { $0.contains(" /dev/shm/") }.count
        sharedMemoryFiles = mapped + entries("/dev/shm").count { $0.contains("splitcast") }
        groupFiles = entries(stream.runtimePath).count
        memoryGroups = Self.memoryGroups(of: pid)
        frameMemories = textOfFile("/proc/\(pid)/maps").split(separator: "\n").count { $0.contains(" /memfd:") }
    }

    /// Memory cgroups that are named after a host, also after its end.
    static func memoryGroups(of pid: Int32) -> Int {
        ["/sys/fs/cgroup/memory", "/sys/fs/cgroup"].reduce(0) { sum, root in
            sum + folders(in: root, depth: 4).count { $0.contains("splitcast") && $0.contains("\(pid)") }
        }
    }

    /// Names of directories, not too deep: the tree of control groups has thousands of files.
    private static func folders(in path: String, depth: Int) -> [String] {
        guard depth > 0, let handle = opendir(path) else { return [] }
        defer { closedir(handle) }
        var found: [String] = []
        while let entry = readdir(handle) {
            guard entry.pointee.d_type == UInt8(DT_DIR) else { continue }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) } }
            guard name != ".", name != ".." else { continue }
            found.append(name)
            found += folders(in: path + "/" + name, depth: depth - 1)
        }
        return found
    }

    /// The difference of two footprints.
    public struct Growth: Hashable, Sendable, CustomStringConvertible {
        public let descriptors, threads, anonymousBytes, sharedMemoryFiles, groupFiles, memoryGroups, frameMemories: Int

        /// Nothing but memory, which has a bar of its own.
        public var isNothing: Bool {
            descriptors <= 0 && threads <= 0 && sharedMemoryFiles <= 0 && groupFiles <= 0 && memoryGroups <= 0 && frameMemories <= 0
        }

        public var description: String {
            "descriptors \(descriptors), threads \(threads), anonymous memory \(anonymousBytes / 1024) KiB, /dev/shm \(sharedMemoryFiles), "
                + "files of the group \(groupFiles), memory cgroups \(memoryGroups), frame memories \(frameMemories)"
        }
    }

    public func growth(since earlier: HostFootprint) -> Growth {
        Growth(
            descriptors: descriptors - earlier.descriptors, threads: threads - earlier.threads,
            anonymousBytes: anonymousBytes - earlier.anonymousBytes,
            sharedMemoryFiles: sharedMemoryFiles - earlier.sharedMemoryFiles, groupFiles: groupFiles - earlier.groupFiles,
            memoryGroups: memoryGroups - earlier.memoryGroups, frameMemories: frameMemories - earlier.frameMemories)
    }
}
