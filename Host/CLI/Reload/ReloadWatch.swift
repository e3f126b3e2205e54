import Control
import Glibc
import Platform

/// SIGHUP while a broadcast runs: the configuration file is read again. Where the signal means that the terminal is gone, the broadcast ends.
struct ReloadWatch: Sendable {
    private let hangups: Int32
    private let ending: Wakeup
    /// It was started from a terminal.
    private let hadTerminal: Bool

    /// - Parameter signals: whose SIGHUP comes here from now on.
    init(_ signals: ProcessSignals) throws(SystemError) {
        (hangups, ending, hadTerminal) = (try signals.separateHangups(), try Wakeup(), Self.hasTerminal)
    }

    /// Watches until the task is cancelled; calls either on a thread of its own.
    func run(onReload: @escaping @Sendable () -> Void, onTerminalGone: @escaping @Sendable () -> Void) async throws(SystemError) {
        try await runOnThread("reloads", stop: { ending.signal() }, body: { watch(onReload, onTerminalGone) })
    }

    @available(*, noasync)
    private func watch(_ onReload: () -> Void, _ onTerminalGone: () -> Void) {
        while true {
            var entries = [ending.descriptor, hangups].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard pollUntil(nil, &entries, entries.count) > 0 else { continue }
            if entries[0].revents != 0 { return }
            var count: UInt64 = 0
            guard entries[1].revents != 0, read(hangups, &count, 8) == 8 else { continue }
            if hadTerminal, !Self.hasTerminal { onTerminalGone() } else { onReload() }
        }
    }

    /// The kernel takes a terminal that hangs up away from all processes of its session.
    private static var hasTerminal: Bool {
        let descriptor = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        if descriptor >= 0 { close(descriptor) }
        return descriptor >= 0
    }
}
