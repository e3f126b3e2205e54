public import AppGroup
import Glibc
import Synchronization

/// Starts an agent, passes on what it says, and starts it again when it ends without being asked to.
///
/// One thread of its own. `stop` ends the agent, and waits for it.
public final class AgentSupervisor: Sendable {
    /// What the supervisor reports, on its own thread; the receiver must not wait.
    public enum Event: Sendable {
        case started(processID: Int32)
        /// A line that the agent wrote, other than why it failed.
        case said(String)
        case restarting(after: Duration, why: String)
        /// It will not be started again.
        case gaveUp(ChildProcess.End?, why: String)
    }

    private let command: AgentCommandLine
    private let report: @Sendable (Event) -> Void
    private let wakeup: Wakeup
    private let isStopping = Atomic<Bool>(false)
    private let isOver = Atomic<Bool>(false)
    private let hasDelivered = Atomic<Bool>(false)
    /// The process that hangs and shall be ended; 0 for none.
    private let hanging = Atomic<Int32>(0)
    private let worker = Mutex<Worker?>(nil)
    private let stopPatience = Duration.seconds(2)

    /// Starts the agent at once.
    public init(_ command: AgentCommandLine, report: @escaping @Sendable (Event) -> Void) throws(SystemError) {
        (self.command, self.report) = (command, report)
        wakeup = try Wakeup()
        let made = try Worker(name: "supervisor") { [self] in run() }
        worker.withLock { $0 = made }
    }

    /// The agent's first frame was seen.
    public func noteDelivered() { hasDelivered.store(true, ordering: .relaxed) }

    /// This process, if it is ours, no longer answers: it is ended (SIGKILL) and another one started.
    public func replace(hanging processID: Int32) {
        hanging.store(processID, ordering: .relaxed)
        wakeup.signal()
    }

    /// Like `stop`, without waiting.
    public func requestStop() {
        isStopping.store(true, ordering: .releasing)
        wakeup.signal()
    }

    /// Whether its agent has ended for good: `stop` will not have to wait.
    public var hasEnded: Bool { isOver.load(ordering: .acquiring) }

    /// Ends the agent (it should have been asked to by the intake) and waits until it is gone, two seconds at most before SIGKILL.
    @available(*, noasync)
    public func stop() {
        requestStop()
        worker.withLock { $0.take() }?.join()
    }

    private func run() {
        defer { isOver.store(true, ordering: .releasing) }
        var policy = RestartPolicy()
        while !isStopping.load(ordering: .acquiring) {
            let begun = MediaTime.now()
            var lastLine = ""
            let end: ChildProcess.End
            do throws(SystemError) {
                let child = try ChildProcess(program: command.program, arguments: command.arguments)
                report(.started(processID: child.processID))
                end = watch(child, &lastLine)
            } catch {
                report(.gaveUp(nil, why: "\(error)"))
                return
            }
            if isStopping.load(ordering: .acquiring) { return }
            if hasDelivered.load(ordering: .relaxed) { policy.delivered() }
            let why = lastLine.isEmpty ? "it \(Self.words(end))" : lastLine
            switch policy.ended(end, ran: .now() - begun) {
            case .giveUp:
                report(.gaveUp(end, why: why))
                return
            case .restart(let delay):
                report(.restarting(after: delay, why: why))
                let deadline = MediaTime.now() + delay
                while MediaTime.now() < deadline, !isStopping.load(ordering: .acquiring) { _ = wakeup.wait(until: deadline) }
            }
        }
    }

    /// Passes lines on until the process has ended, or until the session ends: then it has some time to go by itself.
    private func watch(_ child: ChildProcess, _ lastLine: inout String) -> ChildProcess.End {
        var text = LineSplitter()
        var patienceEnds: MediaTime?
        while true {
            if isStopping.load(ordering: .acquiring), patienceEnds == nil { patienceEnds = .now() + stopPatience }
            if hanging.load(ordering: .relaxed) == child.processID {
                hanging.store(0, ordering: .relaxed)
                lastLine = "it did not answer any more"
                child.signal(SIGKILL)
            }
            if let patienceEnds, .now() > patienceEnds { return child.end(patience: .milliseconds(500)) }
            var entries = [
                pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: child.endDescriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: text.isEnded ? -1 : child.textDescriptor, events: Int16(POLLIN), revents: 0),
            ]
            // Without a pidfd (an old kernel) its end is looked for.
            let deadline = child.endDescriptor < 0 ? MediaTime.now() + .milliseconds(50) : patienceEnds
            entries.withUnsafeMutableBufferPointer { _ = pollUntil(deadline, $0.baseAddress!, $0.count) }
            if entries[0].revents != 0 { wakeup.drain() }
            passOn(text.read(child.textDescriptor), &lastLine)
            if let end = child.reap() {
                passOn(text.read(child.textDescriptor), &lastLine)
                return end
            }
        }
    }

    /// Its failure is told with its end, anything else at once.
    private func passOn(_ lines: [String], _ failure: inout String) {
        for line in lines {
            if line.hasPrefix(Self.failureMark) { failure = String(line.dropFirst(Self.failureMark.count)) } else { report(.said(line)) }
        }
    }

    private static let failureMark = "error: "

    private static func words(_ end: ChildProcess.End) -> String {
        switch end {
        case .exited(let code): "ended with exit code \(code)"
        case .killed(let signal): "was ended by signal \(signal)"
        }
    }
}
