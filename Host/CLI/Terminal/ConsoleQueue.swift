import Glibc
import Platform
import Synchronization

/// Text on its way to a console that may not be read for long (a full pipe, Ctrl-S in a terminal): bounded, and written by a thread of
/// its own, so that no other ever waits for it. What does not fit is left out and counted.
final class ConsoleQueue: Sendable {
    /// Some two thousand log lines.
    static let mostBytes = 256 * 1024
    /// What a pipe that poll(2) calls writable accepts without waiting.
    private static let pieceBytes = 4096

    private struct State {
        var lines = ""
        var statusLine: String?
        var leftOut = 0
        /// When what is left is given up.
        var end: MediaTime?
    }

    private let descriptor: Int32
    private let wakeup: Wakeup
    private let state = Mutex(State())
    private let worker = Mutex<Worker?>(nil)
    private let hasEnded = Atomic<Bool>(false)

    /// - Parameter compose: the text to write, of new lines, and of a new status line if there is one; called on the queue's thread.
    init(_ descriptor: Int32, _ compose: @escaping @Sendable (_ lines: String, _ statusLine: String?) -> String) throws(SystemError) {
        (self.descriptor, wakeup) = (descriptor, try Wakeup())
        let made = try Worker(name: "console") { [self] in run(compose) }
        worker.withLock { $0 = made }
    }

    func add(line: String) {
        state.withLock {
            guard $0.lines.utf8.count + line.utf8.count < Self.mostBytes else { return $0.leftOut += 1 }
            $0.lines += line + "\n"
        }
        wakeup.signal()
    }

    /// Replaces one that is not drawn yet.
    func show(_ line: String) {
        state.withLock { $0.statusLine = line }
        wakeup.signal()
    }

    /// Writes what is there until `time` at most; nothing may be added any more.
    func end(by time: MediaTime) {
        state.withLock { $0.end = time }
        wakeup.signal()
        // What else is written to the same pipe may have filled it in the moment between poll and write.
        while !hasEnded.load(ordering: .acquiring) {
            guard MediaTime.now() < time + .milliseconds(100) else { return }
            usleep(1000)
        }
        worker.withLock { $0 }?.join()
    }

    // --- the queue's thread

    private func run(_ compose: (String, String?) -> String) {
        defer { hasEnded.store(true, ordering: .releasing) }
        while true {
            let (text, isLast) = next(compose)
            if text.isEmpty {
                if isLast { return }
                _ = wakeup.wait()
            } else if !emit(text) {
                return
            }
        }
    }

    private func next(_ compose: (String, String?) -> String) -> (text: String, isLast: Bool) {
        let taken = state.withLock { state in
            defer { (state.lines, state.statusLine, state.leftOut) = ("", nil, 0) }
            return state
        }
        let note = taken.leftOut == 0 ? "" : "(\(taken.leftOut) lines were left out here: standard error was not read)\n"
        guard !taken.lines.isEmpty || !note.isEmpty || taken.statusLine != nil else { return ("", taken.end != nil) }
        return (compose(taken.lines + note, taken.statusLine), taken.end != nil)
    }

    /// False when time was over first. What cannot be written (a closed terminal) is lost.
    private func emit(_ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            guard waitForRoom() else { return false }
            let count = rest.prefix(Self.pieceBytes).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { return true }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private func waitForRoom() -> Bool {
        while true {
            let end = state.withLock { $0.end }
            if let end, MediaTime.now() >= end { return false }
            var entries = [
                pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0), pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            // Once it is to end, no other wake-up matters.
            _ = pollUntil(end, &entries, end == nil ? 2 : 1)
            if entries[1].revents != 0 { wakeup.drain() }
            if entries[0].revents != 0 { return true }
        }
    }
}
