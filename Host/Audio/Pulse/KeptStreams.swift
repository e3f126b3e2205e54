import Synchronization

/// The streams that a plan wants, kept alive: a `StreamKeeper` that acts on a `PulseClient`.
///
/// `start` and `stop` are for control threads; neither waits for the server.
final class KeptStreams: Sendable {
    let plan: any StreamPlan
    let server: String?
    let slots: any StreamSlots
    private let client = Mutex<PulseClient?>(nil)
    private let kept: Kept

    /// Written by libpulse's thread, read by any; the lock is held for a copy.
    private final class Kept: Sendable {
        let keeper: Mutex<StreamKeeper>
        init(_ keeper: consuming sending StreamKeeper) { self.keeper = Mutex(keeper) }
    }

    init(_ plan: any StreamPlan, server: String?, slots: any StreamSlots) {
        (self.plan, self.server, self.slots) = (plan, server, slots)
        kept = Kept(StreamKeeper(plan, slots: slots.count))
    }

    deinit { precondition(client.withLock { $0 == nil }, "\(plan.subject) must be stopped before it is let go") }

    /// Throws `system`, and `alreadyInUse` when started already.
    func start() throws(AudioError) {
        let failure = client.withLock { client -> AudioError? in
            guard client == nil else { return AudioError(.alreadyInUse, "\(plan.subject) is started already; stop it first") }
            do throws(AudioError) {
                let (kept, slots, title) = (kept, slots, plan.subject)
                let made = try PulseClient(server: server, interest: plan.interest) { client, event in
                    let actions = kept.keeper.withLock { $0.handle(event) }
                    Self.perform(actions, on: client, slots: slots, title: title)
                }
                let actions = kept.keeper.withLock { keeper in
                    keeper = StreamKeeper(plan, slots: slots.count)
                    return keeper.start()
                }
                made.perform { Self.perform(actions, on: $0, slots: slots, title: title) }
                client = made
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    /// Closes all streams and joins libpulse's thread; calling it again does nothing.
    @available(*, noasync)
    func stop() {
        client.withLock { client in
            client?.close()
            client = nil
            for slot in 0..<slots.count { slots.closed(slot) }
        }
    }

    var status: AudioDeviceStatus { kept.keeper.withLock { $0.status } }

    private static func perform(_ actions: [StreamKeeper.Action], on client: PulseClient, slots: any StreamSlots, title: String) {
        for action in actions {
            switch action {
            case .connect: client.connect()
            case .list: client.list()
            case .open(let end, let slot): client.open(slots.makeStream(on: slot, of: client, title: title), as: slot, on: end)
            case .retire(let slot): slots.retire(slot, true)
            case .keep(let slot): slots.retire(slot, false)
            case .close(let slot):
                client.closeStream(slot)
                slots.closed(slot)
            case .wake(let span): client.wake(after: span)
            }
        }
    }
}
