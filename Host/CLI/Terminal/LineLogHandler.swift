import Control
import Logging

/// Log lines as people read them: `12:00:01 info  message`, time of day first.
struct LineLogHandler: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    private let write: @Sendable (String) -> Void

    init(_ level: Logger.Level, to write: @escaping @Sendable (String) -> Void) { (logLevel, self.write) = (level, write) }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var line = "\(LocalTime.ofDay()) \(Self.word(event.level)) \(event.message)"
        let extra = metadata.merging(event.metadata ?? [:]) { $1 }
        // What an event is about stands in its words.
        for (key, value) in extra.sorted(by: { $0.key < $1.key }) where !key.hasPrefix("event.") { line += " \(key)=\(value)" }
        if let error = event.error { line += " error=\(error)" }
        // Whatever a message holds, it is one line, and no terminal is told to do anything.
        write(PlainText.of(line))
    }

    private static func word(_ level: Logger.Level) -> String {
        switch level {
        case .trace: "trace"
        case .debug: "debug"
        case .info: "info "
        case .notice: "note "
        case .warning: "warn "
        case .error: "error"
        case .critical: "fatal"
        }
    }
}
