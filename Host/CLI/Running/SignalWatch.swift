import AppGroup
import Control
import Glibc
import Platform

/// Ctrl-C and SIGTERM while a broadcast runs: the first asks for a clean end, the second ends the process. The third does so
/// from the signal's handler, whatever hangs (`ProcessSignals`).
struct SignalWatch: Sendable {
    let signals: ProcessSignals
    let directory: GroupDirectory
    let console: Console
    private let ending: Wakeup
    /// Signals so close together are one: timeout(1) and supervisors signal a process and its group in the same moment.
    private static let oneGesture = Duration.milliseconds(300)

    init(_ signals: ProcessSignals, _ directory: GroupDirectory, console: Console) throws(SystemError) {
        (self.signals, self.directory, self.console, ending) = (signals, directory, console, try Wakeup())
    }

    /// Watches until the task is cancelled. `onFirst` is called once, on a thread of the watch's own.
    func run(onFirst: @escaping @Sendable () -> Void) async throws(SystemError) {
        try await runOnThread("signals", stop: { ending.signal() }, body: { watch(onFirst) })
    }

    @available(*, noasync)
    private func watch(_ onFirst: () -> Void) {
        var first: MediaTime?
        while true {
            var entries = [ending.descriptor, signals.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard pollUntil(nil, &entries, entries.count) > 0 else { continue }
            if entries[1].revents != 0 {
                var count: UInt64 = 0
                guard read(signals.descriptor, &count, 8) == 8 else { continue }
                if let first {
                    if .now() - first > Self.oneGesture { endAtOnce() }
                } else {
                    first = .now()
                    onFirst()
                }
            }
            if entries[0].revents != 0 { return }
        }
    }

    /// Without closing anything: that is what a second Ctrl-C is for. Agents that we started end with us.
    private func endAtOnce() -> Never {
        console.show("")
        console.complain("ended at once; what was being sent or recorded lacks its last moments")
        console.end(within: .milliseconds(200))
        HostLock.sweep(directory)
        _exit(CommandFailure.Code.interrupted.rawValue)
    }
}
