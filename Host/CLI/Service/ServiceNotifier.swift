import Glibc
import Platform

/// Tells the service manager how this program is, by the protocol of sd_notify(3): a datagram of `NAME=VALUE` lines to `$NOTIFY_SOCKET`.
struct ServiceNotifier: Sendable {
    /// A path, or `@NAME` in the abstract namespace.
    let socket: String
    /// How often it wants to hear that the program works; `nil` where it does not look.
    let watchdog: Duration?

    /// - Returns: `nil` where no service manager waits for anything.
    init?(environment: [String: String], pid: Int32 = getpid()) {
        guard let socket = environment["NOTIFY_SOCKET"], socket.hasPrefix("/") || socket.hasPrefix("@"), socket.utf8.count > 1 else { return nil }
        self.socket = socket
        let isOurs = environment["WATCHDOG_PID"].map { Int32($0) == pid } ?? true
        watchdog = environment["WATCHDOG_USEC"].flatMap { Int64($0) }.flatMap { isOurs && $0 > 0 ? .microseconds($0) : nil }
    }

    /// Reads the environment and takes it out of there, so that nothing that this program starts speaks for it. Before others run.
    static func claim(_ environment: [String: String] = OwnEnvironment.all) -> ServiceNotifier? {
        defer { for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"] { unsetenv(name) } }
        return ServiceNotifier(environment: environment)
    }

    /// A service manager that does not listen is no reason to end: it is not told, and nothing else is lost.
    func tell(_ lines: String...) {
        try? LocalDatagram.send(lines.joined(separator: "\n"), to: socket)  // see above
    }

    func ready(_ status: String) { tell("READY=1", "STATUS=\(Self.line(status))") }
    func status(_ text: String) { tell("STATUS=\(Self.line(text))") }
    func keepAlive() { tell("WATCHDOG=1") }
    func stopping() { tell("STOPPING=1", "STATUS=ending") }

    /// With the time at which it began, as Type=notify-reload wants it; `ready` ends it.
    func reloading() { tell("RELOADING=1", "MONOTONIC_USEC=\(MediaTime.now().nanoseconds / 1000)") }

    private static func line(_ text: String) -> String { text.split(whereSeparator: \.isNewline).joined(separator: " ") }
}
