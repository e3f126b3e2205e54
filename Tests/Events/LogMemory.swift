import Logging
import Synchronization

/// A log that keeps what it was told.
final class LogMemory: Sendable {
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

        func log(event: LogEvent) { memory.kept.withLock { $0.append("\(event.level) \(event.message)") } }
    }
}
