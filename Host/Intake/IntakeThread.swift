import AppGroup
import Glibc
import Synchronization

/// The thread that takes notices: validates them, keeps the newest frame of the live agent for the picture, answers with loans.
final class IntakeThread: @unchecked Sendable {
    // @unchecked: `lines`, `live` and the buffer belong to the thread; the rest is made for sharing.
    private static let confirmationTime = Duration.seconds(1)

    let frames = NewestBox<IncomingFrame>()
    let pointer = PointerFeed()
    let wakeup: Wakeup
    /// Refreshed by the thread when it can be had without waiting.
    let snapshots = Mutex<[AgentSnapshot]>([])
    let milliFramesPerSecond: Atomic<UInt32>
    /// Asks every agent to stop, once.
    let wantsEnd = Atomic<Bool>(false)
    let isStopping = Atomic<Bool>(false)
    let attachedCount = Atomic<Int>(0)
    private let onFrame: Wakeup
    private let report: @Sendable (IntakeEvent) -> Void

    private var lines: [AgentLine] = []
    private var live: UInt32 = 0
    private var mustRepaint = true
    private let buffer = WireBuffer()
    private var nextSnapshot = MediaTime.zero

    /// - Parameter onFrame: signalled when a frame, or the pointer's news, waits.
    init(milliFramesPerSecond: UInt32, onFrame: Wakeup, report: @escaping @Sendable (IntakeEvent) -> Void) throws(SystemError) {
        wakeup = try Wakeup()
        self.milliFramesPerSecond = Atomic(milliFramesPerSecond)
        (self.onFrame, self.report) = (onFrame, report)
    }

    /// The thread's body; returns when stopping.
    @available(*, noasync)
    func run(_ handoff: HandoffThread) {
        var entries = [pollfd](repeating: pollfd(fd: -1, events: 0, revents: 0), count: HandoffThread.mostAgents + 1)
        while !isStopping.load(ordering: .acquiring) {
            while let item = handoff.news.pop() { take(item, handoff) }
            let now = MediaTime.now()
            if wantsEnd.load(ordering: .relaxed) { for index in lines.indices { stop(index, .sessionFinished, at: now) } }
            var deadline = now + .milliseconds(250)
            for index in lines.indices {
                lines[index].tell(
                    at: now, heartbeat: .milliseconds(Int(HandoffThread.heartbeatMilliseconds)),
                    milliFramesPerSecond: milliFramesPerSecond.load(ordering: .relaxed), buffer: buffer)
                deadline = min(deadline, lines[index].nextTellTime)
            }
            // Last before the wait: the channels' descriptors are edge-triggered.
            for index in lines.indices { takeMessages(index, handoff) }
            dropSilent(at: .now(), handoff)
            publishSnapshot(at: now)
            entries[0] = pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0)
            for index in lines.indices {
                entries[index + 1] = pollfd(fd: lines[index].agent.channel.descriptor, events: Int16(POLLIN), revents: 0)
            }
            let count = lines.count + 1
            entries.withUnsafeMutableBufferPointer { _ = pollUntil(deadline, $0.baseAddress!, count) }
            if entries[0].revents != 0 { wakeup.drain() }
        }
        _ = frames.withdraw()
        lines.removeAll()
    }

    private func take(_ item: HandoffNews, _ handoff: HandoffThread) {
        switch item {
        case .attached(let agent): lines.append(AgentLine(agent, at: .now()))
        case .memory(let generation, let number, let loans):
            if let index = index(of: generation) { lines[index].begin(loans, number: number) }
        case .gone(let generation, let reason, let message):
            if let index = index(of: generation) { depart(index, reason, message, handoff) }
        }
        attachedCount.store(lines.count, ordering: .relaxed)
        nextSnapshot = .zero
    }

    private func index(of generation: UInt32) -> Int? { lines.firstIndex { $0.generation == generation } }

    private func stop(_ index: Int, _ reason: EndReason, at now: MediaTime) {
        guard lines[index].wish != .stop else { return }
        (lines[index].wish, lines[index].stopReason) = (.stop, reason)
        lines[index].stopDeadline = now + Self.confirmationTime
        lines[index].hurry()
    }

    // MARK: Messages

    private func takeMessages(_ index: Int, _ handoff: HandoffThread) {
        var mistake: WireError?
        let channel = lines[index].agent.channel
        // Bounded, so that one flooding agent does not keep the thread from the others.
        for _ in 0..<64 {
            let found = channel.receive { bytes in
                do throws(WireError) { try take(bytes, index) } catch { mistake = error }
            }
            guard found, mistake == nil else { break }
        }
        if let mistake {
            lines[index].ended = AgentEnded(generation: lines[index].generation, reason: .invalidData, isRetriable: false, message: "\(mistake)")
        }
        if let last = lines[index].ended { handoff.close(lines[index].generation, last) }
    }

    private func take(_ bytes: UnsafeRawBufferPointer, _ index: Int) throws(WireError) {
        let now = MediaTime.now()
        lines[index].heard(at: now)
        let generation = lines[index].generation
        switch try messageKind(of: bytes) {
        case .notice:
            let notice = try Notice.decode(bytes)
            guard notice.generation == generation else { throw .badValue(field: "generation") }
            if let frame = try lines[index].take(notice, at: now) { post(frame, index) }
        case .agentState:
            let state = try AgentState.decode(bytes)
            guard state.generation == generation else { throw .badValue(field: "generation") }
            lines[index].take(state)
        case .pointer:
            let moved = try PointerMoved.decode(bytes)
            lines[index].pointerMoved = moved
            guard generation == live else { return }
            pointer.move(moved)
            onFrame.signal()
        case .pointerImage:
            let rows = try PointerImageRows(decoding: bytes)
            guard let shape = lines[index].pointer.take(rows) else { return }
            lines[index].shape = shape
            guard generation == live else { return }
            pointer.post(shape)
            onFrame.signal()
        case .ended: lines[index].ended = try AgentEnded.decode(bytes)
        // Kinds that are unknown here, or never sent by an agent, change nothing.
        default: lines[index].unknownMessages += 1
        }
    }

    private func post(_ frame: consuming IncomingFrame, _ index: Int) {
        let line = lines[index]
        // The newest attach wins: an agent that was replaced, or is being stopped, shows nothing any more.
        guard line.generation >= live, line.wish != .stop else {
            lines[index].staleNotices += 1
            return
        }
        if line.generation > live { makeLive(index, frame.geometry) }
        if mustRepaint { (frame.continuesPrevious, mustRepaint) = (false, false) }
        if let unseen = frames.withdraw() {
            lines[index].superseded += 1
            frame.damage.add(unseen.damage)
            frame.continuesPrevious = frame.continuesPrevious && unseen.continuesPrevious
        }
        if !frame.continuesPrevious { frame.damage = Damage(PixelRectangle(of: frame.geometry.size)) }
        frames.post(frame)
        onFrame.signal()
    }

    /// Make-before-break: the new agent's first good frame is in memory; only now is the old one told to stop.
    private func makeLive(_ index: Int, _ geometry: FrameGeometry) {
        let now = MediaTime.now()
        for other in lines.indices where lines[other].generation < lines[index].generation { stop(other, .replaced, at: now) }
        live = lines[index].generation
        mustRepaint = true
        pointer.hide()
        // What it said of its pointer before its first frame came.
        if let shape = lines[index].shape { pointer.post(shape) }
        if let moved = lines[index].pointerMoved { pointer.move(moved) }
        report(.live(lines[index].agent.description, geometry))
        nextSnapshot = .zero
    }

    // MARK: Ends

    private func dropSilent(at now: MediaTime, _ handoff: HandoffThread) {
        for line in lines {
            let silence = now - line.heard
            if line.wish == .stop, now > line.stopDeadline, line.ended == nil {
                handoff.close(line.generation, nil)
            } else if silence > .milliseconds(Int(HandoffThread.silenceMilliseconds)), line.ended == nil {
                let message = "no heartbeat for \(Int(silence.inMilliseconds)) ms"
                let end = AgentEnded(generation: line.generation, reason: .unresponsive, isRetriable: true, message: message)
                if let index = index(of: line.generation) { lines[index].ended = end }
                handoff.close(line.generation, end)
            }
        }
    }

    private func depart(_ index: Int, _ reason: EndReason, _ message: String, _ handoff: HandoffThread) {
        let line = lines.remove(at: index)
        if line.generation == live { pointer.hide() }
        let said = line.ended
        // An agent that was asked to stop has stopped, whether its last word or its end came first.
        let why = said?.reason ?? line.stopReason ?? reason
        report(
            .departed(
                line.agent.description, line.stopReason ?? why, message: said.map(\.message) ?? message,
                isRetriable: said?.isRetriable ?? true))
    }

    private func publishSnapshot(at now: MediaTime) {
        guard now >= nextSnapshot else { return }
        // Whoever reads the snapshot delays nobody: then it is written in the next round.
        let written: Void? = snapshots.withLockIfAvailable { kept in
            kept.removeAll(keepingCapacity: true)
            for line in lines { kept.append(line.snapshot(isLive: line.generation == live)) }
        }
        if written != nil { nextSnapshot = now + .milliseconds(250) }
    }
}
