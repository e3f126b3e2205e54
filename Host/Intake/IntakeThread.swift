import AgentProtocol
import Frames
import Glibc
import Platform
import Synchronization

/// The thread that takes notices: validates them, keeps the newest frame of the live agent for the picture, answers with loans.
final class IntakeThread: @unchecked Sendable {
    // @unchecked: `connections`, `live` and the buffer belong to the thread; the rest is made for sharing.
    private static let confirmationTime = Duration.seconds(1)
    static let killed = AgentEnding(.closed, .dropped("did not confirm that it stopped and was killed"))
    static let longestWait = Duration.milliseconds(200)
    static let silenceLimit = Duration.milliseconds(Int(HandoffThread.silenceMilliseconds))
    private static let mostMessagesPerRound = 64

    let wakeup: Wakeup
    let reports: AgentReports
    let milliFramesPerSecond: Atomic<UInt32>
    /// Asks every agent to stop, once.
    let wantsEnd = Atomic<Bool>(false)
    let isStopping = Atomic<Bool>(false)
    let attachedCount = Atomic<Int>(0)
    /// A source was removed, or the last agent of one that was may have left.
    let isListChanged = Atomic<Bool>(false)
    let commands = Mutex<[IntakeCommand]>([])
    let onFrame: Wakeup
    let list: SourceList

    var connections: [AgentConnection] = []
    /// Those that agents have come for.
    var sources: [SourceIntake] = []
    /// The live agents are paused, whichever they are.
    private var isPaused = false
    var lastRound = MediaTime.now()
    let buffer = WireBuffer()

    /// - Parameter onFrame: signalled when a frame, or a change of the pointer, waits.
    init(
        _ list: SourceList, milliFramesPerSecond: UInt32, onFrame: Wakeup, report: @escaping @Sendable (IntakeEvent) -> Void
    ) throws(SystemError) {
        wakeup = try Wakeup()
        self.milliFramesPerSecond = Atomic(milliFramesPerSecond)
        (self.list, self.onFrame, reports) = (list, onFrame, AgentReports(report))
    }

    /// The thread's body; returns when stopping.
    @available(*, noasync)
    func run(_ handoff: HandoffThread) {
        var entries = [pollfd](repeating: pollfd(fd: -1, events: 0, revents: 0), count: HandoffThread.mostAgents + 1)
        while !isStopping.load(ordering: .acquiring) {
            // Before the events: a command is about an agent that attached before.
            let waiting = dequeueCommands()
            while let item = handoff.events.pop() { apply(item) }
            let now = MediaTime.now()
            if wantsEnd.load(ordering: .relaxed) { for index in connections.indices { stop(index, .sessionFinished, at: now) } }
            for command in waiting { apply(command, at: now) }
            if isListChanged.load(ordering: .acquiring) { forgetRemoved() }
            for source in sources { if let heir = source.succession.heir(at: now) { source.succession.inherit(heir, at: now) } }
            var deadline = tellAll(at: now)
            for index in connections.indices { deadline = min(deadline, receiveMessages(index, handoff)) }
            for source in sources { deadline = min(deadline, postFrames(of: source, at: .now())) }
            deadline = min(deadline, dropSilent(at: .now(), handoff))
            reports.publish(at: now, describe)
            if let next = reports.deadline(at: now) { deadline = min(deadline, next) }
            entries[0] = pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0)
            for index in connections.indices {
                let isRead = !connections[index].isClosing && !connections[index].isHeldBack
                entries[index + 1] = pollfd(fd: isRead ? connections[index].agent.channel.descriptor : -1, events: Int16(POLLIN), revents: 0)
            }
            entries.withUnsafeMutableBufferPointer { _ = pollUntil(deadline, $0.baseAddress!, connections.count + 1) }
            if entries[0].revents != 0 { wakeup.drain() }
        }
        for source in sources { source.withdraw() }
        connections.removeAll()
        reports.finish()
    }

    private func dequeueCommands() -> [IntakeCommand] {
        // A thread that sends a command does not delay this one: then it is applied in the next round.
        let waiting = commands.withLockIfAvailable { kept in
            defer { kept.removeAll(keepingCapacity: true) }
            return kept
        }
        if waiting == nil { wakeup.signal() }
        return waiting ?? []
    }

    private func apply(_ command: IntakeCommand, at now: MediaTime) {
        switch command {
        case .admit(let generation, let rank, let isStandby):
            source(of: generation)?.succession.admit(generation, rank: rank, isStandby: isStandby, at: now)
        case .claim(let generation, let rank): source(of: generation)?.succession.claim(generation, rank: rank, at: now)
        case .withdraw(let generation): source(of: generation)?.succession.withdraw(generation)
        case .detach(let generation): detach(generation)
        case .keepVacant(let name): if let feed = list.feed(name) { source(for: feed, at: now).succession.keepVacant() }
        case .place(let generation, let source): place(generation, at: source, now)
        case .setCamera(let generation, let settings): setCamera(generation, settings)
        case .stop(let generation, let reason): if let index = index(of: generation) { stop(index, reason, at: now) }
        case .pause(let generation): setPaused(generation, true)
        case .resume(let generation): setPaused(generation, false)
        case .pauseLive, .resumeLive:
            isPaused = command == .pauseLive
            for source in sources { source.paced.forget() }
        case .pauseSource(let name): setPaused(name, true, now)
        case .resumeSource(let name): setPaused(name, false, now)
        }
        reports.hurry()
    }

    private func apply(_ item: HandoffEvent) {
        switch item {
        case .attached(let agent):
            let now = MediaTime.now()
            let source = source(for: agent.feed, at: now)
            connections.append(AgentConnection(agent, of: source, at: now))
            source.succession.attached(agent.description.generation, at: now)
        case .memory(let generation, let number, let loans):
            if let index = index(of: generation) { connections[index].begin(loans, number: number) }
        case .withdrawn(let generation):
            guard let index = index(of: generation) else { break }
            connections[index].withdraw()
            guard isLive(index) else { break }
            connections[index].source.withdraw()
            onFrame.signal()
        case .gone(let generation, let ending):
            if let index = index(of: generation) { depart(index, ending) }
        }
        attachedCount.store(connections.count, ordering: .relaxed)
        reports.hurry()
    }

    func index(of generation: UInt32) -> Int? { connections.firstIndex { $0.generation == generation } }

    private func source(of generation: UInt32) -> SourceIntake? { index(of: generation).map { connections[$0].source } }

    /// Whether its frames are those of its source.
    func isLive(_ index: Int) -> Bool { connections[index].generation == connections[index].source.succession.live }

    private func stop(_ index: Int, _ reason: EndReason, at now: MediaTime) {
        connections[index].stop(reason, until: now + Self.confirmationTime)
        connections[index].source.succession.leaving(connections[index].generation)
        if isLive(index) { connections[index].source.paced.forget() }
    }

    // MARK: Messages

    /// Takes what an agent sent, no more than its share: one that floods keeps no other one waiting, and is dropped if it goes on.
    ///
    /// - Returns: when to look again though nothing new is signalled.
    private func receiveMessages(_ index: Int, _ handoff: HandoffThread) -> MediaTime {
        guard !connections[index].isClosing else { return .now() + Self.longestWait }
        var mistake: WireError?
        let channel = connections[index].agent.channel
        let now = MediaTime.now()
        let allowance = min(Self.mostMessagesPerRound, connections[index].limit.allowance(at: now))
        var (count, bytesTaken) = (0, 0)
        while count < allowance, mistake == nil {
            let found = channel.receive { bytes in
                do throws(WireError) { try receive(bytes, index) } catch { mistake = error }
            }
            guard let found else { break }
            (count, bytesTaken) = (count + 1, bytesTaken + found)
        }
        let isMoreThere = count == allowance
        connections[index].isHeldBack = allowance == 0
        connections[index].took(messages: count, bytes: bytesTaken)
        if let mistake { connections[index].giveUp(.invalidData, "\(mistake)") }
        if connections[index].limit.isFlooded { connections[index].giveUp(.invalidData, "it sends too many messages") }
        if let ending = connections[index].ending, !connections[index].isClosing {
            connections[index].isClosing = handoff.close(connections[index].generation, ending)
        }
        return now + (isMoreThere ? .milliseconds(allowance > 0 ? 0 : 5) : Self.longestWait)
    }

    private func receive(_ bytes: UnsafeRawBufferPointer, _ index: Int) throws(WireError) {
        let now = MediaTime.now()
        connections[index].heard(at: now)
        let generation = connections[index].generation
        switch try messageKind(of: bytes) {
        case .notice:
            let notice = try Notice.decode(bytes)
            guard notice.generation == generation else { throw .badValue(field: "generation") }
            if let frame = try connections[index].accept(notice, at: now) { post(frame, index) }
        case .agentState:
            let state = try AgentState.decode(bytes)
            guard state.generation == generation else { throw .badValue(field: "generation") }
            switch connections[index].update(with: state) {
            case .confirmed(let isPaused): tell(.paused(connections[index].agent.description, isPaused))
            case .unasked(let count): tell(.pausesUnasked(connections[index].agent.description, count: count))
            case nil: break
            }
        case .pointer:
            let moved = try PointerMoved.decode(bytes)
            connections[index].pointerMoved = moved
            guard isShown(index) else { return }
            connections[index].source.feed.pointer.move(moved)
            onFrame.signal()
        case .pointerImage:
            let rows = try PointerImageRows(decoding: bytes)
            guard let shape = connections[index].pointer.take(rows) else { return }
            connections[index].shape = shape
            guard isShown(index) else { return }
            connections[index].source.feed.pointer.post(shape)
            onFrame.signal()
        case .focus: try receive(try FocusedWindow.decode(bytes), index)
        case .displayPower: try receive(try DisplayPower.decode(bytes), index)
        case .cameraControls: try receive(try CameraControls.decode(bytes), index)
        case .extra: try receive(try AgentExtra.decode(bytes), index)
        case .ended:
            let message = try AgentEnded.decode(bytes)
            connections[index].ending = AgentEnding(message.reason, .said(message.message))
        case .remark: try receive(try AgentRemark.decode(bytes), index, now)
        // Kinds that are unknown here, or never sent by an agent, change nothing.
        default: connections[index].unknownMessages += 1
        }
    }

    /// Whether what comes from this agent is on the canvas.
    func isShown(_ index: Int) -> Bool { isLive(index) && !isHidden(index) }

    /// Whether nothing of this agent may be shown, and it shall grab nothing.
    func isHidden(_ index: Int) -> Bool {
        connections[index].isHeld || isLive(index) && (isPaused || connections[index].source.isPaused)
    }

    private func post(_ frame: consuming IncomingFrame, _ index: Int) {
        guard !isHidden(index) else {
            connections[index].staleNotices += 1
            return
        }
        let source = connections[index].source
        switch source.succession.delivered(connections[index].generation) {
        case .ignore:
            connections[index].staleNotices += 1
            return
        case .takeOver(let replaced): makeLive(index, frame.geometry, replacing: replaced)
        case .show: break
        }
        // Of one that becomes live in a pause the canvas has the first frame, unseen: its screen may stand still when the pause is over.
        frame.isHidden = isPaused || source.isPaused
        let now = MediaTime.now()
        if let sent = source.paced.add(frame, at: now) {
            tell(.tooFast(connections[index].agent.description, asked: Int(milliFramesPerSecond.load(ordering: .relaxed)) / 1000, sent: sent))
        }
        _ = postFrames(of: source, at: now)
    }

    /// Hands on what the frame rate allows by now; returns when there will be more.
    private func postFrames(of source: SourceIntake, at now: MediaTime) -> MediaTime {
        if source.paced.advance(to: now, isFollowed: source.feed.isFollowed) { onFrame.signal() }
        if let live = index(of: source.succession.live) { connections[live].superseded += source.paced.takeSuperseded() }
        return source.paced.deadline ?? now + Self.longestWait
    }

    /// Make-before-break: the new agent's first good frame is in memory; only now is the old one told to stop.
    private func makeLive(_ index: Int, _ geometry: FrameGeometry, replacing replaced: [UInt32]) {
        let now = MediaTime.now()
        let source = connections[index].source
        for generation in replaced { if let other = self.index(of: generation) { stop(other, .replaced, at: now) } }
        source.paced.restart(at: now)
        let pointer = source.feed.pointer
        pointer.hide()
        // What it said of its pointer before its first frame came.
        if let shape = connections[index].shape { pointer.post(shape) }
        if let moved = connections[index].pointerMoved { pointer.move(moved) }
        source.feed.focus.set(connections[index].focus)
        tell(.live(connections[index].agent.description, geometry))
        // What has changed for them is told to it and to the others at once.
        wakeup.signal()
    }

    // MARK: Ends

    private func depart(_ index: Int, _ ending: AgentEnding) {
        let connection = connections.remove(at: index)
        isListChanged.store(true, ordering: .relaxed)
        let snapshot = snapshot(of: connection)
        if snapshot.isLive {
            connection.source.feed.pointer.hide()
            connection.source.feed.focus.set(nil)
            // Looked at when the session tells what became of the source: the last picture of a broadcast stays as it is.
            connection.source.feed.release()
        }
        connection.source.succession.left(connection.generation)
        // An agent that was asked to stop has stopped, whether its last word or its end came first.
        let last = connection.ending ?? ending
        tell(.departed(snapshot, connection.stopReason ?? last.reason, last.departure))
    }

    func tell(_ event: IntakeEvent) { reports.tell(event, at: .now(), describe) }

    private func describe(_ list: inout [AgentSnapshot]) {
        for connection in connections { list.append(snapshot(of: connection)) }
    }

    private func snapshot(of connection: AgentConnection) -> AgentSnapshot {
        let (generation, succession) = (connection.generation, connection.source.succession)
        return connection.snapshot(isLive: generation == succession.live, isStandby: succession.isStandby(generation))
    }
}
