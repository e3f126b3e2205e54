import Platform
import Synchronization

/// The permission to see the desktop, on the host's side: one session with the portal, for as many agents as come.
///
/// Nothing is done, and there is no thread, before the first agent asks. Any thread may call; nothing waits but `stop`.
public final class CastController: Sendable {
    private let thread: CastThread?
    private let report: @Sendable (PortalEvent) -> Void
    private let worker = Mutex<Worker?>(nil)
    private let isClosed = Atomic<Bool>(false)

    /// - Parameters:
    ///   - isFresh: the user is to choose anew, whatever was permitted before.
    ///   - store: where the permission is kept; `nil` for nowhere.
    ///   - address: of the bus; `nil` for the user's session bus.
    public init(
        _ choice: CastChoice, isFresh: Bool = false, store: RestoreStore? = .standard, address: String? = nil,
        report: @escaping @Sendable (PortalEvent) -> Void
    ) {
        self.report = report
        thread = try? CastThread(choice, isFresh: isFresh, store: store, address: address, report: report)  // without descriptors `ask` says so
    }

    init(
        _ choice: CastChoice, store: RestoreStore?, address: String?, patience: CastPatience, report: @escaping @Sendable (PortalEvent) -> Void
    ) throws(SystemError) {
        self.report = report
        thread = try CastThread(choice, store: store, address: address, patience: patience, report: report)
    }

    /// An agent wants a cast: `granted` or `refused` answers it, perhaps minutes later.
    public func ask(_ agent: UInt32) { tell(.asked(agent)) }

    /// - Parameter castFailed: it said that the cast it had came to an end.
    public func left(_ agent: UInt32, castFailed: Bool) { tell(.left(agent, castFailed: castFailed)) }

    /// Its first picture has come.
    public func delivered(_ agent: UInt32) { tell(.delivered(agent)) }

    /// An agent said that PipeWire closed its connection: what the desktop ends about now was not asked for by anyone.
    public func lost() { tell(.lost) }

    /// The user asked for an agent in so many words: an earlier no does not count.
    public func renew() { tell(.renewed) }

    /// Has the session end soon; `stop` is to be called still.
    func requestStop() {
        isClosed.store(true, ordering: .releasing)
        thread?.stop()
    }

    /// Ends the session and the thread; moments. Calling it again does nothing.
    @available(*, noasync)
    public func stop() {
        requestStop()
        worker.withLock { $0.take() }?.join()
    }

    private func tell(_ request: CastThread.Request) {
        guard let thread else { return refuse(request, "the process is out of descriptors") }
        guard case .asked = request else {
            // Before the first agent asks, nothing is worth remembering.
            if worker.withLock({ $0 != nil }) { thread.post(request) }
            return
        }
        thread.post(request)
        let failure: SystemError? = worker.withLock { worker in
            guard worker == nil, !isClosed.load(ordering: .acquiring) else { return nil }
            do throws(SystemError) { worker = try Worker(name: "portal") { thread.run() } } catch { return error }
            return nil
        }
        if let failure { refuse(request, "\(failure)") }
    }

    private func refuse(_ request: CastThread.Request, _ why: String) {
        if case .asked(let agent) = request { report(.refused(agent: agent, PortalError(.failed, "the desktop portal cannot be asked: \(why)"))) }
    }
}
