import Fixtures
import Foundation
import Glibc

/// What a broadcast may leave behind when it has ended: processes, shared memory, files of its group, memory cgroups.
struct StormLeftovers {
    private static let sharedMemory = "/dev/shm"
    private let before: Set<String>

    /// Notes what is there without it.
    init() { before = Self.sharedFiles }

    /// One line for each thing that is still there some seconds after its end.
    ///
    /// - Parameters:
    ///   - family: processes that it had, without those that have ended by then and were waited for.
    ///   - folder: of all groups.
    func found(of family: Set<pid_t>, host: pid_t, _ folder: String) -> [String] {
        var found: [String] = []
        _ = Watchdog.until(.seconds(5)) {
            found = all(of: family, host: host, folder)
            return found.isEmpty
        }
        return found
    }

    private func all(of family: Set<pid_t>, host: pid_t, _ folder: String) -> [String] {
        // The number of one that has ended may be another program's by now.
        let processes = family.sorted().compactMap { pid -> String? in
            let name = textOfFile("/proc/\(pid)/comm").trimmingCharacters(in: .whitespacesAndNewlines)
            return name.hasPrefix("splitcast") ? "process \(pid) (\(name))" : nil
        }
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []  // gone altogether
        let files = names.filter { name in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: folder + "/" + name, isDirectory: &isFolder) && !isFolder.boolValue
                && !name.hasSuffix("host.lock")
        }
        let groups = HostFootprint.memoryGroups(of: host)
        return processes + files.map { "file \($0)" } + Self.sharedFiles.subtracting(before).sorted().map { "shared memory \($0)" }
            + (groups > 0 ? ["\(groups) memory cgroups"] : [])
    }

    private static var sharedFiles: Set<String> {
        let names = try? FileManager.default.contentsOfDirectory(atPath: sharedMemory)  // a system without it
        return Set((names ?? []).filter { $0.contains("splitcast") })
    }
}
