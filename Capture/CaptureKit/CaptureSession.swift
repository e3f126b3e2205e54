import AppGroup
import Glibc

/// One attachment, from the first request for memory to its end: the loop of the capture thread.
///
/// Each round: take in what came (host, screen, signals), grab if something changed and a slot is lent, tell where the
/// pointer is, send the heartbeat, wait for whichever comes first.
struct CaptureSession<Backend: ScreenBackend> {
    let connection: HostConnection
    let buffer: WireBuffer
    let signals: ProcessSignals
    let options: AgentOptions

    private let loans = AgentLoans()
    private var memory: MemoryOffer?
    private var stale: StaleMap?
    /// What changed since the notice before.
    private var pending = Damage()
    private var isDirty = true
    private var isWaitingForSlot = false
    /// Whether the change that will be grabbed next came before its turn.
    private var hasWaitedForTurn = false
    private var changesSinceNotice: UInt16 = 0
    private var pacing = Pacing(milliFramesPerSecond: 30_000)
    private var milliFramesPerSecond: UInt32 = 0
    private var pointer = PointerTracker()
    private var pointerImageIsNews = true
    private var wish = HostState.Wish.wait
    private var stopReason: EndReason?
    private var newestHostSequence: UInt64 = 0
    private var hostHeard = MediaTime.now()
    private var nextHeartbeat = MediaTime.zero
    private var state: AgentState

    init(connection: HostConnection, buffer: WireBuffer, signals: ProcessSignals, options: AgentOptions) {
        (self.connection, self.buffer, self.signals, self.options) = (connection, buffer, signals, options)
        state = AgentState(
            generation: connection.welcome.generation, sequence: 0, phase: .notAvailable, isPaused: false, frames: 0, waitedForSlot: 0,
            grabbedPixels: 0)
    }

    /// How an attachment ended.
    enum End {
        /// The host closed the connection or fell silent: attach again.
        case hostGone(String)
        /// Asked to stop, by the host or by a signal.
        case stopped(EndReason)
    }

    /// Runs until the attachment ends. Blocks; capture thread only.
    ///
    /// - Throws: `CaptureError` when the screen cannot be captured any longer; the host has been told.
    mutating func run(_ backend: inout Backend) throws(CaptureError) -> End {
        do throws(CaptureError) { return try loop(&backend) } catch {
            say(
                AgentEnded(
                    generation: state.generation, reason: error.code == .permissionDenied ? .permissionDenied : .failed,
                    isRetriable: error.isRetriable, message: error.message))
            awaitConfirmation()
            throw error
        }
    }

    private mutating func loop(_ backend: inout Backend) throws(CaptureError) -> End {
        try requestMemory(backend)
        while true {
            if let end = try takeArrivals(&backend) { return end }
            try takeEvents(&backend)
            try grabIfDue(&backend)
            try tellPointer(&backend)
            let now = MediaTime.now()
            if now >= nextHeartbeat { beat(at: now) }
            // Last before the wait: the channel's descriptor is edge-triggered.
            takeHostStates(&backend)
            if wish == .stop { return leave(stopReason ?? .stopped) }
            if now - hostHeard > .milliseconds(Int(connection.welcome.silenceMilliseconds) * 3) { return .hostGone("the host fell silent") }
            if wait(for: backend) { return leave(.stopped) }
        }
    }

    // MARK: What comes in

    private mutating func takeArrivals(_ backend: inout Backend) throws(CaptureError) -> End? {
        while true {
            do throws(GroupError) {
                switch try connection.nextArrival() {
                case .nothing: return nil
                case .end: return .hostGone("the host went away")
                case .refused(let refusal): return .hostGone(refusal.message)
                case .memory(let offer, let descriptor): try takeMemory(offer, descriptor, &backend)
                }
            } catch { return .hostGone(error.message) }
        }
    }

    private mutating func takeMemory(_ offer: MemoryOffer, _ descriptor: consuming OwnedDescriptor, _ backend: inout Backend) throws(GroupError) {
        // The screen may have changed again since it was asked for: the next offer fits.
        guard offer.layout.geometry == backend.geometry else { return }
        do throws(CaptureError) { try backend.attach(memory: descriptor.number, layout: offer.layout) } catch {
            throw GroupError(.badMemory, error.message)
        }
        loans.begin(memoryNumber: offer.memoryNumber, slotCount: offer.layout.slotCount)
        stale = StaleMap(offer.layout)
        memory = offer
        pending = Damage(PixelRectangle(of: offer.layout.geometry.size))
        isDirty = true
        if state.phase == .notAvailable { state.phase = .ready }
        nextHeartbeat = .zero
    }

    private mutating func takeHostStates(_ backend: inout Backend) {
        var newest: HostState?
        while connection.channel.receive({ bytes in
            guard let message = try? HostState.decode(bytes),  // nonsense changes nothing; a host's silence ends the attachment
                message.generation == state.generation
            else { return }
            if message.sequence > newestHostSequence {
                newestHostSequence = message.sequence
                newest = message
            }
        }) {}
        guard let newest else { return }
        hostHeard = .now()
        loans.update(newest)
        if newest.milliFramesPerSecond != milliFramesPerSecond {
            milliFramesPerSecond = newest.milliFramesPerSecond
            let rate = min(milliFramesPerSecond, options.milliFramesPerSecond ?? .max)
            pacing.setRate(milliFramesPerSecond: rate)
            backend.setFrameRate(milliFramesPerSecond: rate)
        }
        guard newest.wish != wish else { return }
        wish = newest.wish
        stopReason = newest.stopReason
        state.isPaused = wish == .pause
        if wish == .capture {
            if state.phase == .ready { state.phase = .started }
            pointer.reset()
        }
        nextHeartbeat = .zero
    }

    private mutating func takeEvents(_ backend: inout Backend) throws(CaptureError) {
        let events = try backend.takeEvents()
        if events.contains(.geometryChanged) {
            memory = nil
            stale = nil
            try requestMemory(backend)
        }
        if events.contains(.pointerImageChanged) { pointerImageIsNews = true }
        if events.contains(.damaged) {
            if isDirty { changesSinceNotice = changesSinceNotice &+ 1 }
            isDirty = true
            pointer.noteActivity(at: .now())
        }
    }

    private mutating func requestMemory(_ backend: Backend) throws(CaptureError) {
        do throws(GroupError) { try connection.request(backend.geometry) } catch {
            // The end of the connection is noticed, and named, by the next round.
        }
    }

    // MARK: What goes out

    private mutating func grabIfDue(_ backend: inout Backend) throws(CaptureError) {
        guard wish == .capture, isDirty, let memory, stale != nil else { return }
        let now = MediaTime.now()
        guard pacing.mayGrab(at: now) else {
            hasWaitedForTurn = true
            return
        }
        guard let slot = stale!.freshest(of: loans), let loan = loans.borrow(slot) else {
            if !isWaitingForSlot { state.waitedForSlot += 1 }
            isWaitingForSlot = true
            return
        }
        isWaitingForSlot = false
        var changed = Damage()
        try backend.takeDamage(into: &changed)
        isDirty = false
        changed = changed.clipped(to: memory.layout.geometry.size)
        stale!.add(changed)
        pending.add(changed)
        guard !pending.isEmpty else { return }
        pacing.grabbed(at: now, hadToWait: hasWaitedForTurn)
        hasWaitedForTurn = false
        let missing = stale!.missing(in: slot)
        let captureTime = try backend.grab(missing, into: slot)
        stale!.fill(slot)
        for index in 0..<missing.count { state.grabbedPixels += UInt64(missing[index].area) }
        let notice = Notice(
            generation: state.generation, memoryNumber: loan.memoryNumber, number: loan.publish(), captureTime: captureTime, slot: slot,
            orientation: options.orientation ?? backend.orientation, mergedChanges: changesSinceNotice, damage: pending)
        say(notice)
        state.frames += 1
        changesSinceNotice = 0
        pending.removeAll()
    }

    private mutating func tellPointer(_ backend: inout Backend) throws(CaptureError) {
        let now = MediaTime.now()
        guard wish == .capture, memory != nil else { return }
        if pointerImageIsNews {
            pointerImageIsNews = false
            let (generation, buffer, channel) = (state.generation, buffer, connection.channel)
            try backend.withPointerImage { image in
                let step = PointerImageRows.rowsPerMessage(width: image.size.width)
                var row = 0
                while row < image.size.height {
                    let rows = row..<min(row + step, image.size.height)
                    PointerImageRows.encode(
                        generation: generation, size: image.size, hotSpotX: image.hotSpotX, hotSpotY: image.hotSpotY, rows: rows,
                        image: image.pixels, into: buffer)
                    _ = channel.send(buffer)
                    row = rows.upperBound
                }
            }
        }
        guard now >= pointer.nextTime else { return }
        let position = try backend.pointerPosition()
        let interval = Duration.nanoseconds(1_000_000_000_000 / Int64(max(1, milliFramesPerSecond)))
        guard pointer.update(position, at: now, frameInterval: interval) else { return }
        say(
            PointerMoved(
                generation: state.generation, x: Int32(position?.x ?? 0), y: Int32(position?.y ?? 0), isVisible: position != nil))
    }

    private mutating func beat(at now: MediaTime) {
        state.sequence += 1
        say(state)
        nextHeartbeat = now + .milliseconds(Int(connection.welcome.heartbeatMilliseconds))
    }

    private func say(_ message: some WireMessage) {
        message.encode(into: buffer)
        // A full queue means a host that does not read: the next state says it all again.
        _ = connection.channel.send(buffer)
    }

    private mutating func leave(_ reason: EndReason) -> End {
        state.phase = .closed
        say(AgentEnded(generation: state.generation, reason: reason, isRetriable: true, message: ""))
        awaitConfirmation()
        return .stopped(reason)
    }

    /// The host confirms a last word by closing the hand-off connection; waits for that at most one second.
    private func awaitConfirmation() {
        let deadline = MediaTime.now() + .seconds(1)
        while connection.handoff.waitReadable(until: deadline) {
            do throws(GroupError) { if case .end = try connection.nextArrival() { return } } catch { return }
        }
    }

    // MARK: Waiting

    /// Waits for the first of everything that may happen. True when a signal asks to end.
    private func wait(for backend: Backend) -> Bool {
        var deadline = nextHeartbeat
        if wish == .capture, memory != nil {
            deadline = min(deadline, pointer.nextTime)
            if isDirty, !isWaitingForSlot { deadline = min(deadline, pacing.nextTime) }
        }
        if let wanted = backend.nextEventTime { deadline = min(deadline, wanted) }
        var entries: InlineArray<4, pollfd> = [
            pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: connection.handoff.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: connection.channel.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: backend.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        let span = entries.mutableSpan
        return poll(span, until: deadline)
    }

    private func poll(_ entries: consuming MutableSpan<pollfd>, until deadline: MediaTime) -> Bool {
        entries.withUnsafeMutableBufferPointer { list in
            _ = pollUntil(deadline, list.baseAddress!, list.count)
            return list[0].revents != 0
        }
    }
}
