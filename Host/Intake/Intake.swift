public import AgentProtocol
public import AppGroup
import Glibc
public import Platform
import Synchronization

/// Where agents come in: attach, deliver frames, are replaced, leave. The host's end of the app group.
///
/// Three threads: `handoff` for connections, `frame-memory` for what takes long, `intake` for notices. The canvas's thread reads the
/// feeds; everything else may be called from any thread.
public final class Intake: Sendable {
    private let handoff: HandoffThread
    private let intake: IntakeThread
    private let list: SourceList
    private let workers: [Worker]

    /// Listens: from here on agents may attach.
    ///
    /// - Parameters:
    ///   - directory: the group; its `HostLock` must be held.
    ///   - sources: what agents may capture for, the screen first; `add` makes more.
    ///   - milliFramesPerSecond: how fast agents may deliver, 1...240,000.
    ///   - onFrame: signalled when a frame or a change of the pointer waits.
    ///   - report: called from the intake's threads; must not wait.
    public convenience init(
        directory: GroupDirectory, sources: [SourceName] = [.screen], milliFramesPerSecond: UInt32, onFrame: Wakeup,
        report: @escaping @Sendable (IntakeEvent) -> Void
    ) throws(GroupError) {
        try self.init(
            directory: directory, sources: sources, milliFramesPerSecond: milliFramesPerSecond, onFrame: onFrame, memoryLimits: MemoryLimits(),
            report: report)
    }

    init(
        directory: GroupDirectory, sources: [SourceName], milliFramesPerSecond: UInt32, onFrame: Wakeup, memoryLimits: MemoryLimits,
        report: @escaping @Sendable (IntakeEvent) -> Void
    ) throws(GroupError) {
        list = SourceList(sources)
        do throws(SystemError) {
            intake = try IntakeThread(list, milliFramesPerSecond: milliFramesPerSecond, onFrame: onFrame, report: report)
        } catch { throw GroupError("intake", error) }
        handoff = try HandoffThread(
            directory: directory, sources: list, intakeWakeup: intake.wakeup, memoryLimits: memoryLimits, report: report
        ) { [intake] in
            intake.isStopping.load(ordering: .acquiring)
        }
        var started: [Worker] = []
        do throws(SystemError) {
            started.append(try Worker(name: "handoff") { [handoff] in handoff.run() })
            started.append(
                try Worker(name: "frame-memory") { [handoff, intake] in handoff.maker.run { intake.isStopping.load(ordering: .acquiring) } })
            started.append(try Worker(name: "intake") { [intake, handoff] in intake.run(handoff) })
            workers = started
        } catch {
            Self.end(started, handoff, intake)
            throw GroupError("intake", error)
        }
    }

    @available(*, noasync)
    private static func end(_ workers: [Worker], _ handoff: HandoffThread, _ intake: IntakeThread) {
        intake.isStopping.store(true, ordering: .releasing)
        for wakeup in [intake.wakeup, handoff.wakeup, handoff.maker.wakeup] { wakeup.signal() }
        for worker in workers { worker.join() }
    }

    /// What comes of each source, the screen's first.
    public var feeds: [SourceFeed] { list.all }

    /// One more source that agents may capture for from now on; the one of this name where there is one. Any thread.
    public func add(_ source: SourceName) -> SourceFeed { list.add(source) }

    /// No agent may come for this source any more; those that are there stay until they are stopped, and then nothing of it is left. Any thread.
    public func remove(_ source: SourceName) {
        list.remove(source)
        intake.isListChanged.store(true, ordering: .releasing)
        intake.wakeup.signal()
    }

    /// The attached agents as of at most a quarter of a second ago.
    public var agents: [AgentSnapshot] { intake.reports.snapshots.withLock { $0 } }

    /// How fast agents may deliver from now on, 1...240,000. Any thread; returns at once.
    public func setFrameRate(milliFramesPerSecond: UInt32) {
        intake.milliFramesPerSecond.store(milliFramesPerSecond, ordering: .relaxed)
        intake.wakeup.signal()
    }

    /// Asks something about one agent. Returns at once; what comes of it is reported as an event.
    public func send(_ command: IntakeCommand) {
        intake.commands.withLock { $0.append(command) }
        intake.wakeup.signal()
    }

    /// Hands an agent that wants a cast a stream of pictures; may come again, then it replaces the one before. Returns at once; an
    /// agent that has left, or wants none, is left alone.
    public func give(_ offer: CastOffer, over connection: SharedDescriptor, to generation: UInt32) {
        handoff.deliver(CastDelivery(generation: generation, outcome: .offer(offer, connection)))
    }

    /// Tells an agent that wants a cast that there is none; `departed` follows, with this reason.
    public func refuseCast(_ generation: UInt32, _ reason: EndReason, _ message: String) {
        handoff.deliver(CastDelivery(generation: generation, outcome: .refusal(reason, message: message)))
    }

    /// Asks every agent to stop, waits until each has confirmed it or was killed (at most 1.5 s), stops listening and ends the threads.
    /// Calling it again does nothing.
    @available(*, noasync)
    public func stop() {
        intake.wantsEnd.store(true, ordering: .relaxed)
        let deadline = MediaTime.now() + .milliseconds(1500)
        while intake.attachedCount.load(ordering: .relaxed) > 0, MediaTime.now() < deadline {
            intake.wakeup.signal()
            poll(nil, 0, 5)
        }
        Self.end(workers, handoff, intake)
    }
}
