import Platform
import Synchronization

/// Stands between an agent and its compositor and lets through what copying screens takes (`WaylandFilter`). Pictures do not pass here:
/// the compositor writes them into frame memory, whose descriptor does.
///
/// One thread of its own, which waits for either side; it ends with the agent's connection, or the compositor's. `end` must be called
/// before it is let go.
final class WaylandProxy: Sendable {
    /// The connection that the agent is given: to be closed here once the agent has it.
    private let agentEnd = Mutex<PassingStream?>(nil)
    private let isStopping = Atomic<Bool>(false)
    private let wakeup: Wakeup
    private let worker = Mutex<Worker?>(nil)

    /// Starts.
    ///
    /// - Parameters:
    ///   - compositor: a new connection, to be used by no one else.
    ///   - report: called at most once, on the proxy's thread, when the agent's connection is ended for what it sent.
    /// - Throws: `SystemError` when the system refuses a connection or a thread.
    init(_ compositor: PassingStream, report: @escaping @Sendable (WaylandFilter.Offence) -> Void) throws(SystemError) {
        let (ours, agents) = try PassingStream.pair()
        wakeup = try Wakeup()
        agentEnd.withLock { $0 = agents }
        let made = try Worker(name: "wayland") { [self] in
            var relay = WaylandRelay(agent: ours, compositor: compositor)
            while !isStopping.load(ordering: .acquiring), relay.turn(wakeup) {}
            if let offence = relay.offence { report(offence) }
        }
        worker.withLock { $0 = made }
    }

    /// The agent's end, to be passed on before `isPassedOn`.
    var descriptor: Int32 { agentEnd.withLock { $0?.descriptor ?? -1 } }

    /// The agent has its end, or will never have it.
    func isPassedOn() { agentEnd.withLock { $0 = nil } }

    /// Ends both connections; returns when the thread has ended. Calling it again does nothing.
    @available(*, noasync)
    func end() {
        isPassedOn()
        isStopping.store(true, ordering: .releasing)
        wakeup.signal()
        worker.withLock { $0.take() }?.join()
    }
}
