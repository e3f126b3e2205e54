package import AppGroup
package import Events
import Glibc
package import Platform
import Synchronization

/// Runs hooks with the events that they are for: on a thread of its own, some at a time, the others in turn.
///
/// `handle` may be called from any thread, and neither waits nor starts anything.
public final class HookRunner: Sendable {
    /// What runs or waits when the host ends has this long.
    static let farewell = Duration.seconds(5)
    /// That runs were left out is not told more often.
    private static let droppedPause = Duration.seconds(30)

    private struct State {
        var queue = HookQueue()
        var run = 0
        var failed = 0
        /// The host ends: when the last hook has to be done.
        var end: MediaTime?
    }

    private let hooks: [EventHook]
    private let group: GroupName
    private let splitcast: String
    private let report: @Sendable (HookEvent) -> Void
    private let farewell: Duration
    private let wakeup: Wakeup
    private let state = Mutex(State())
    private let worker = Mutex<Worker?>(nil)

    /// - Parameters:
    ///   - splitcast: where that lies, which guards them.
    ///   - report: gets what became of them, on the thread.
    package init(
        _ hooks: [EventHook], group: GroupName, by splitcast: String, farewell: Duration = HookRunner.farewell,
        report: @escaping @Sendable (HookEvent) -> Void
    ) throws(SystemError) {
        (self.hooks, self.group, self.splitcast) = (hooks, group, splitcast)
        (self.farewell, self.report) = (farewell, report)
        wakeup = try Wakeup()
    }

    /// From now on hooks are run; those that wait already first.
    package func start() throws(SystemError) {
        let made = try Worker(name: "hooks") { [self] in work() }
        worker.withLock { $0 = made }
    }

    /// Gives what waits or runs some seconds, ends the rest, and returns when nothing is left of any.
    @available(*, noasync)
    package func stop() {
        state.withLock { $0.end = $0.end ?? .now() + farewell }
        wakeup.signal()
        worker.withLock { $0 }?.join()
    }

    /// Has the hooks run that the event is for.
    package func handle(_ event: SessionEvent) {
        let wanted = hooks.indices.filter { hooks[$0].pattern.matches(event.code) }
        guard !wanted.isEmpty else { return }
        state.withLock { state in
            guard state.end == nil else { return }
            for index in wanted { state.queue.add(HookRun(hook: index, event: event)) }
        }
        wakeup.signal()
    }

    package var figures: HookFigures {
        state.withLock { state in
            let queue = state.queue
            return HookFigures(
                running: queue.running, waiting: queue.waiting.count, run: state.run, failed: state.failed, dropped: queue.dropped)
        }
    }

    // MARK: The thread

    private func work() {
        var processes: [HookProcess] = []
        var drops = DropReport()
        while true {
            startNext(&processes)
            let now = MediaTime.now()
            processes.removeAll { process in
                guard let outcome = process.look(at: now) else { return false }
                conclude(process.run, outcome)
                return true
            }
            let (end, isEmpty, dropped) = state.withLock { ($0.end, $0.queue.isEmpty, $0.queue.dropped) }
            if let count = drops.count(of: dropped, at: now, pause: Self.droppedPause) { report(.dropped(count)) }
            if let end {
                if isEmpty { return }
                if now >= end {
                    state.withLock { $0.queue.clear() }
                    for process in processes { process.stop(at: now) }
                }
            }
            // Something ended, and something waits.
            if state.withLock({ !$0.queue.waiting.isEmpty && $0.queue.running < HookQueue.mostRunning }) { continue }
            wait(for: processes, now, end)
        }
    }

    private func startNext(_ processes: inout [HookProcess]) {
        while let run = state.withLock({ $0.queue.next() }) {
            do throws(SystemError) {
                processes.append(try HookProcess(run, of: hooks[run.hook], group: group, by: splitcast))
            } catch { conclude(run, .failed("it could not be started: \(error)")) }
        }
    }

    private func conclude(_ run: HookRun, _ outcome: HookProcess.Outcome) {
        state.withLock { state in
            state.queue.ended()
            state.run += 1
            if outcome != .succeeded { state.failed += 1 }
        }
        let pattern = hooks[run.hook].pattern.description
        switch outcome {
        case .succeeded: break
        case .failed(let why): report(.failed(number: run.hook + 1, pattern: pattern, code: run.event.code, why: why))
        case .stopped: report(.failed(number: run.hook + 1, pattern: pattern, code: run.event.code, why: "it was ended with the host"))
        }
    }

    private func wait(for processes: [HookProcess], _ now: MediaTime, _ end: MediaTime?) {
        var entries = [pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0)] + processes.flatMap(\.interests)
        // What was told to stop has a deadline of its own then.
        let looks = processes.map { $0.nextLook(at: now) } + (end.map { $0 > now ? [$0] : [] } ?? [])
        _ = entries.withUnsafeMutableBufferPointer { pollUntil(looks.min(), $0.baseAddress!, $0.count) }
        if entries[0].revents != 0 { wakeup.drain() }
    }
}

/// When it is told how many runs were left out. A value.
private struct DropReport {
    private var told = 0
    private var toldAt: MediaTime?

    /// - Returns: how many to tell of now; `nil` for none.
    mutating func count(of dropped: Int, at now: MediaTime, pause: Duration) -> Int? {
        guard dropped > told, toldAt.map({ now - $0 >= pause }) ?? true else { return nil }
        defer { (told, toldAt) = (dropped, now) }
        return dropped - told
    }
}
