import Fixtures
import Foundation

/// How much each thread of a process has run, by its name, from /proc.
public struct ThreadUsage: Sendable {
    private let times: [String: Duration]

    public init(of pid: Int32) throws {
        let folder = "/proc/\(pid)/task"
        var times: [String: Duration] = [:]
        for thread in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let name = textOfFile("\(folder)/\(thread)/comm").trimmingCharacters(in: .whitespacesAndNewlines)
            // The first number of schedstat: nanoseconds on a processor.
            let spent = textOfFile("\(folder)/\(thread)/schedstat").split(separator: " ").first.flatMap { Int64($0) }
            guard !name.isEmpty, let spent else { continue }
            times[name, default: .zero] += .nanoseconds(spent)
        }
        self.times = times
    }

    /// What each has used since, the busiest first.
    public func since(_ earlier: ThreadUsage) -> [(name: String, time: Duration)] {
        times.map { (name: $0.key, time: $0.value - (earlier.times[$0.key] ?? .zero)) }.sorted { $0.time > $1.time }
    }
}
