import Fixtures
import Foundation

/// What a process has used, from /proc: readable for one's own processes, gone with them.
public struct ProcessUsage: Hashable, Sendable {
    public let name: String
    /// User and system time, with that of children that have ended and were waited for.
    public let processorTime: Duration
    /// Private, proportional and resident memory.
    public let uniqueBytes: Int
    public let proportionalBytes: Int
    public let residentBytes: Int
    /// Memory of no file and shared with no one: without frame memory, of which more or less is mapped at any moment.
    public let anonymousBytes: Int

    public init(of pid: Int32) throws {
        let stat = textOfFile("/proc/\(pid)/stat")
        guard let open = stat.firstIndex(of: "("), let close = stat.lastIndex(of: ")") else { throw FixtureError("no process \(pid)") }
        name = String(stat[stat.index(after: open)..<close])
        let fields = stat[stat.index(after: close)...].split(separator: " ")
        // Fields 14 to 17 of proc(5): the third is the first after the name.
        let ticks = fields[11...14].compactMap { Int64($0) }.reduce(0, +)
        processorTime = .seconds(Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK))))
        let rollup = textOfFile("/proc/\(pid)/smaps_rollup").split(separator: "\n")
        func kibibytes(_ key: String) -> Int {
            rollup.first { $0.hasPrefix(key + ":") }.flatMap { Int($0.split(whereSeparator: { $0 == " " })[1]) } ?? 0
        }
        uniqueBytes = (kibibytes("Private_Clean") + kibibytes("Private_Dirty")) * 1024
        proportionalBytes = kibibytes("Pss") * 1024
        residentBytes = kibibytes("Rss") * 1024
        anonymousBytes = kibibytes("Anonymous") * 1024
    }

    /// The process and all that descend from it, by walking /proc.
    public static func family(of pid: Int32) -> [Int32] {
        var children: [Int32: [Int32]] = [:]
        let entries = try? FileManager.default.contentsOfDirectory(atPath: "/proc")  // without it the process is seen alone
        for entry in entries ?? [] {
            guard let process = Int32(entry) else { continue }
            let stat = textOfFile("/proc/\(process)/stat")
            guard let close = stat.lastIndex(of: ")") else { continue }
            let fields = stat[stat.index(after: close)...].split(separator: " ")
            if fields.count > 1, let parent = Int32(fields[1]) { children[parent, default: []].append(process) }
        }
        var found = [pid]
        var next = 0
        while next < found.count {
            found += children[found[next]] ?? []
            next += 1
        }
        return found
    }
}
