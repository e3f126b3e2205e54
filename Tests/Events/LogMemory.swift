import Fixtures
import Logging
import Synchronization

/// A log that keeps what it was told, and may stand still meanwhile, as standard error does that no one reads.
final class LogMemory: Sendable {
    let standsStill = Atomic<Bool>(false)
    private let asked = Atomic<Int>(0)
    /// Lines that were begun, written or not.
    var begun: Int { asked.load(ordering: .acquiring) }
    private let kept = Mutex<[String]>([])
    var lines: [String] { kept.withLock { $0 } }

    var logger: Logger {
        var logger = Logger(label: "test") { _ in Handler(memory: self) }
        logger.logLevel = .trace
        return logger
    }

    private struct Handler: LogHandler {
        let memory: LogMemory
        var metadata: Logger.Metadata = [:]
        var metadataProvider: Logger.MetadataProvider?
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            memory.asked.add(1, ordering: .releasing)
            _ = Watchdog.until { !memory.standsStill.load(ordering: .acquiring) }
            memory.kept.withLock { $0.append("\(event.level) \(event.message)") }
        }
    }
}
