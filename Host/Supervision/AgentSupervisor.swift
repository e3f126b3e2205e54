public import AppGroup
import Glibc
public import Platform
import Synchronization

/// Starts an agent under its memory limit, passes on what it says, and starts it again when it ends without being asked to.
///
/// One thread of its own, which lives as long as the supervision: the kernel ends an agent that is to end with its host
/// (`--ends-with-host`) as soon as this thread is gone, however the host ended and even when the agent hangs. An agent
/// without that option outlives the host, and only its memory group then stays until a later host sweeps.
///
/// Any number of supervisors may run. `stop` must be called before one is let go, also after `gaveUp`.
public final class AgentSupervisor: Sendable {
    /// What the supervisor reports, on its own thread, or a `said` on its proxy's; the receiver must not wait.
    public enum Event: Hashable, Sendable {
        /// `held`: what holds its memory, as `agents` shows it (`MemoryKind`).
        case started(processID: Int32, limits: AgentLimits = .standard, held: String)
        /// A line that the agent wrote, other than why it failed.
        case said(String)
        /// A process has ended and is gone. One of `restarting`, `waiting` and `gaveUp` follows, unless it goes on waiting
        /// for a screen, or `stop` was called.
        case ended(processID: Int32, ChildProcess.End, isMemoryLimit: Bool)
        case restarting(after: Duration, why: String)
        /// The screen is gone and may come back: tried again and again, at most every five seconds. Said once; over with
        /// the next frame.
        case waiting(why: String)
        /// It will not be started again. Without an end it could not be started at all, or was retired between two runs.
        case gaveUp(ChildProcess.End?, why: String)
    }

    let settings: Settings
    let report: @Sendable (Event) -> Void
    let wakeup: Wakeup
    let requests = Requests()
    /// What one run of its agent leaves to the next; `nil` where there is nothing to leave.
    let note: RunNote?
    let current = Mutex<LimitedProcess?>(nil)
    private let worker = Mutex<Worker?>(nil)

    struct Settings: Sendable {
        let command: AgentCommandLine
        let group: GroupName
        let limits: AgentLimits
        let gainsNoPrivileges: Bool
        var wayland: WaylandDisplay?
        let keeper: CgroupManager
        /// How long an agent may take to end by itself.
        let stopPatience = Duration.seconds(2)
    }

    /// What other threads want of the supervisor's.
    final class Requests: Sendable {
        let isStopping = Atomic<Bool>(false)
        let isRetired = Atomic<Bool>(false)
        let hasDelivered = Atomic<Bool>(false)
        /// Set by the supervisor itself: its agent has ended for good.
        let isOver = Atomic<Bool>(false)
        /// The process that hangs and shall be ended; 0 for none.
        let hanging = Atomic<Int32>(0)
    }

    /// Starts the agent at once.
    ///
    /// - Parameters:
    ///   - group: named in the control group's name; the agent itself is told by its arguments.
    ///   - limits: `AgentLimits.refusal` is the caller's to ask first.
    ///   - gainsNoPrivileges: as in `Launch`.
    ///   - wayland: its compositor, of which it is shown what copying screens takes, and nothing else; `nil` for an agent that looks for
    ///     one itself, or needs none.
    public convenience init(
        _ command: AgentCommandLine, group: GroupName, limits: AgentLimits = .standard, gainsNoPrivileges: Bool = true,
        wayland: WaylandDisplay? = nil, report: @escaping @Sendable (Event) -> Void
    ) throws(SystemError) {
        try self.init(
            Settings(command: command, group: group, limits: limits, gainsNoPrivileges: gainsNoPrivileges, wayland: wayland, keeper: .shared),
            report: report)
    }

    init(_ settings: Settings, report: @escaping @Sendable (Event) -> Void) throws(SystemError) {
        (self.settings, self.report) = (settings, report)
        wakeup = try Wakeup()
        // An agent of one window waits for another one of its class once that is closed.
        let isOfWindow = settings.command.arguments.contains { $0 == "--window" || $0.hasPrefix("--window=") }
        note = isOfWindow && settings.wayland == nil ? try RunNote() : nil
        let made = try Worker(name: "supervisor") { [self] in run() }
        worker.withLock { $0 = made }
    }

    /// The process that runs now; `nil` between two of them. Any thread.
    public var processID: Int32? { current.withLock { $0?.child.processID } }

    /// What it holds; `nil` while none runs. Any thread; some ten microseconds, ~0.1 ms without a group of its own.
    public var memory: AgentMemory? { current.withLock { $0 }?.memory }

    /// What holds its memory, as `agents` shows it; empty while none runs. Any thread.
    public var held: String { current.withLock { $0?.kind.word ?? "" } }

    /// A frame of the process that runs was seen.
    public func noteDelivered() { requests.hasDelivered.store(true, ordering: .relaxed) }

    /// This process, if it is ours, no longer answers: it is ended (SIGKILL) and another one started.
    public func replace(hanging processID: Int32) {
        requests.hanging.store(processID, ordering: .relaxed)
        wakeup.signal()
    }

    /// It was replaced or asked to stop: when the process ends, however, no other one is started.
    public func retire() {
        requests.isRetired.store(true, ordering: .releasing)
        wakeup.signal()
    }

    /// Like `stop`, without waiting.
    public func requestStop() {
        requests.isStopping.store(true, ordering: .releasing)
        wakeup.signal()
    }

    /// Whether its agent has ended for good: `stop` will not have to wait.
    public var hasEnded: Bool { requests.isOver.load(ordering: .acquiring) }

    /// Ends the agent (it should have been asked to by the intake) and waits until it is gone, two seconds at most before SIGKILL.
    /// Nothing is reported any more once it returns. Calling it again does nothing.
    @available(*, noasync)
    public func stop() {
        requestStop()
        worker.withLock { $0.take() }?.join()
    }
}
