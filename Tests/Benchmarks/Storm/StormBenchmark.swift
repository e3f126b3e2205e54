import Foundation
import Platform
import Synchronization
import TestSupport

/// One broadcast and everything that it is to survive; the scenario itself is in Tests/Support/Scenarios/Storm.
struct StormBenchmark {
    private let options: StormOptions

    init(_ options: StormOptions) { self.options = options }

    func run() throws {
        let signals = try ProcessSignals()
        let line = ProgressLine()
        var scenario = StormScenario()
        (scenario.duration, scenario.scale, scenario.seed) = (.seconds(options.minutes * 60), options.scale, options.seed)
        scenario.progress = { line.show($0) }
        scenario.isInterrupted = {
            var entry = pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&entry, 1, 0) > 0
        }
        let result: StormResult
        do {
            result = try scenario.run()
        } catch is StormScenario.Interruption {
            line.end()
            sayProgress("interrupted: the broadcast was ended, nothing is told")
            exit(130)
        }
        line.end()
        sayProgress(result.remarks.joined(separator: "\n"))
        let text = StormReport(result, minutes: options.minutes, seed: options.seed).text
        say("\n# \(StormReport.title)\n\n\(text)")
        try ResultsPage.put(StormReport.title, text, into: options.results)
    }

    /// One line that changes on a terminal; elsewhere a line a minute.
    private final class ProgressLine: Sendable {
        private static let interval = Duration.seconds(60)
        private let isTerminal = isatty(STDERR_FILENO) == 1
        private let next = Mutex(Duration.zero)

        func show(_ progress: StormProgress) {
            let counts = progress.done.map { "\($0.kind.rawValue) \($0.done)/\($0.all)" }.joined(separator: "  ")
            let held = progress.sample.map { "  \($0.memoryBytes / 1024) KiB \($0.descriptors) descriptors \($0.threads) threads" } ?? ""
            let text = "\(Int(progress.time.inSeconds)) s  \(counts)\(held)" + (progress.lost > 0 ? "  not recovered: \(progress.lost)" : "")
            if isTerminal { return FileHandle.standardError.write(Data("\r\u{1B}[K\(text)".utf8)) }
            let isDue = next.withLock { next in
                guard progress.time >= next else { return false }
                next = progress.time + Self.interval
                return true
            }
            if isDue { sayProgress(text) }
        }

        func end() { if isTerminal { FileHandle.standardError.write(Data("\n".utf8)) } }
    }
}
