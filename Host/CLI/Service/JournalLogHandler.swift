import Control
import Glibc
import Logging
import Platform

/// Log lines with fields, for systemd's journal: by its native protocol, a datagram for each.
struct JournalLogHandler: LogHandler {
    /// Metadata of an event, by its key, and the field that it becomes.
    static let fields = ["event.code": "SPLITCAST_CODE", "event.target": "SPLITCAST_TARGET", "event.agent": "SPLITCAST_AGENT"]
    static let usualSocket = "/run/systemd/journal/socket"

    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    private let group: String
    private let socket: String

    init(_ level: Logger.Level, group: String, socket: String = Self.usualSocket) { (logLevel, self.group, self.socket) = (level, group, socket) }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Whether this descriptor leads to the journal, as `$JOURNAL_STREAM` says (systemd.exec(5)).
    static func isJournal(_ descriptor: Int32, _ environment: [String: String]) -> Bool {
        var facts = stat()
        guard let stream = environment["JOURNAL_STREAM"], fstat(descriptor, &facts) == 0 else { return false }
        return stream == "\(facts.st_dev):\(facts.st_ino)"
    }

    func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        let rest = all.filter { Self.fields[$0.key] == nil }.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        let message = PlainText.of("\(event.message)\(rest)" + (event.error.map { " error=\($0)" } ?? ""))
        var lines = [
            "MESSAGE=\(message)", "PRIORITY=\(Self.priority(event.level))", "SYSLOG_IDENTIFIER=splitcast", "SPLITCAST_GROUP=\(group)",
        ]
        for (key, name) in Self.fields.sorted(by: { $0.key < $1.key }) {
            if let value = all[key] { lines.append("\(name)=\(PlainText.of("\(value)"))") }
        }
        let text = lines.joined(separator: "\n") + "\n"
        // A journal that does not listen has no lines; standard error gets them then.
        do throws(SystemError) { try LocalDatagram.send(text, to: socket) } catch { Console.standard.write(message) }
    }

    /// As syslog(3) counts.
    private static func priority(_ level: Logger.Level) -> Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}
