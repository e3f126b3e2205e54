import AgentProtocol
public import AppGroup
public import Platform
import Synchronization

/// Where other processes of the same user push audio into the mix: `sound.sock` of the group. PROTOCOL.md says how.
///
/// One thread serves all of them, eight at most. A mistake of one ends that one, with a reason, and no other one notices.
public final class PushServer: Sendable {
    /// Called on the server's thread; they may take locks for a moment, and must not wait.
    public struct Hooks: Sendable {
        /// A client pushes audio: put its `source` into the mix. A text refuses it, and says why.
        public var onJoin: @Sendable (PushedSource) -> String?
        /// It is over, for this reason; its last sample was heard if it ended by itself. Take it out of the mix.
        public var onLeave: @Sendable (PushedSource, _ reason: String) -> Void
        /// A client was refused.
        public var onRefusal: @Sendable (_ text: String) -> Void

        public init(
            onJoin: @escaping @Sendable (PushedSource) -> String?, onLeave: @escaping @Sendable (PushedSource, _ reason: String) -> Void,
            onRefusal: @escaping @Sendable (_ text: String) -> Void = { _ in }
        ) {
            (self.onJoin, self.onLeave, self.onRefusal) = (onJoin, onLeave, onRefusal)
        }
    }

    private let thread: PushThread
    private let wakeup: Wakeup
    private let stopping: Stopping
    private let worker = Mutex<Worker?>(nil)

    private final class Stopping: Sendable {
        let flag = Atomic<Bool>(false)
    }

    /// Listens at once; clients are greeted from `start` on. The caller holds the group's `HostLock`.
    public init(in directory: GroupDirectory, _ hooks: Hooks) throws(GroupError) {
        let stopping = Stopping()
        self.stopping = stopping
        do throws(SystemError) { wakeup = try Wakeup() } catch { throw GroupError("the server for pushed audio", error) }
        let listener = try PacketListener(path: directory.soundPath)
        thread = PushThread(listener, wakeup, hooks) { stopping.flag.load(ordering: .relaxed) }
    }

    deinit { precondition(worker.withLock { $0 == nil }, "a PushServer must be stopped before it is let go") }

    /// Once.
    public func start() throws(GroupError) {
        let failure = worker.withLock { worker -> GroupError? in
            do throws(SystemError) {
                worker = try Worker(name: "pushed sound") { [thread] in thread.run() }
                return nil
            } catch { return GroupError("the server for pushed audio", error) }
        }
        if let failure { throw failure }
    }

    /// Ends all connections, calling `onLeave` for each, and waits for the thread. Calling it again does nothing.
    @available(*, noasync)
    public func stop() {
        stopping.flag.store(true, ordering: .relaxed)
        wakeup.signal()
        worker.withLock { $0.take() }?.join()
    }

    /// Tells a pusher what becomes of its audio, so that it may rest; until then it takes itself for active and not muted.
    /// Any thread; waits for nothing.
    public func tell(_ source: PushedSource, isActive: Bool, isMuted: Bool) {
        thread.requests.withLock { $0[source.number] = AudioState(isActive: isActive, isMuted: isMuted) }
        wakeup.signal()
    }
}
