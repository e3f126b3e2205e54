import AppGroup
import Control
import Glibc

/// Ctrl-C, SIGTERM and SIGHUP while a broadcast runs: the first asks for a clean end, the second ends the process.
struct SignalWatch: Sendable {
    let signals: ProcessSignals
    let console: Console
    private let ending: Wakeup

    init(_ signals: ProcessSignals, console: Console) throws(SystemError) {
        (self.signals, self.console, ending) = (signals, console, try Wakeup())
    }

    /// Watches until the task is cancelled. `onFirst` is called once, on a thread of the watch's own.
    func run(onFirst: @escaping @Sendable () -> Void) async throws(SystemError) {
        try await runOnThread("signals", stop: { ending.signal() }, body: { watch(onFirst) })
    }

    @available(*, noasync)
    private func watch(_ onFirst: () -> Void) {
        var seen: UInt64 = 0
        while true {
            var entries = [ending.descriptor, signals.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard pollUntil(nil, &entries, entries.count) > 0 else { continue }
            if entries[1].revents != 0 {
                var count: UInt64 = 0
                guard read(signals.descriptor, &count, 8) == 8 else { continue }
                if seen == 0 { onFirst() }
                seen += count
                if seen > 1 { endAtOnce() }
            }
            if entries[0].revents != 0 { return }
        }
    }

    /// Without closing anything: that is what a second Ctrl-C is for. Agents that we started end with us.
    private func endAtOnce() -> Never {
        console.show("")
        console.complain("ended at once; a recording lacks its last moments")
        _exit(CommandFailure.Code.interrupted.rawValue)
    }
}
