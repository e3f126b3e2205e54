import AgentProtocol
import AppGroup
import Frames
import Platform

extension CaptureSession {
    /// True when a frame was grabbed.
    mutating func grabIfDue(_ backend: inout Backend) throws(CaptureError) -> Bool {
        guard host.wish == .capture, let memory, stale != nil else { return false }
        if Backend.drawsAhead { return try followDrawing(&backend, memory) }
        guard isDirty, backend.canGrab else { return false }
        let now = MediaTime.now()
        guard pacing.mayGrab(at: now) else {
            hasWaitedForTurn = true
            return false
        }
        guard let loan = borrow() else { return false }
        let slot = loan.slot
        // The slot needs what it misses whatever else has changed; a regular pattern is expected to go on.
        var expected = stale!.missing(in: slot)
        if habit.count > 1 { expected.add(habit.damage) }
        backend.prepareGrab(expected, into: slot)
        var changed = Damage()
        try backend.takeDamage(into: &changed)
        isDirty = false
        changed = noteDamage(changed, memory)
        habit = (changed, changed == habit.damage ? habit.count + 1 : 0)
        guard !pending.isEmpty else { return false }
        pacing.grabbed(at: now, hadToWait: hasWaitedForTurn)
        hasWaitedForTurn = false
        try tell(consume loan, &backend)
        return true
    }

    /// The lent slot that misses least; `nil` when none is lent, which is counted once if it `counts`.
    mutating func borrow(counts: Bool = true) -> WriteLoan? {
        if let slot = stale!.freshest(of: loans), let loan = loans.borrow(slot) { return loan }
        if !isWaitingForSlot, counts { state.waitedForSlot += 1 }
        isWaitingForSlot = true
        return nil
    }

    /// Notes what has changed, and returns it cut to the frame.
    mutating func noteDamage(_ damage: Damage, _ memory: MemoryOffer) -> Damage {
        let changed = damage.clipped(to: memory.layout.geometry.size)
        stale!.add(changed)
        pending.add(changed)
        return changed
    }

    /// Fills the slot and sends the notice of it.
    mutating func tell(_ loan: consuming WriteLoan, _ backend: inout Backend) throws(CaptureError) {
        let slot = loan.slot
        let missing = stale!.missing(in: slot)
        let captureTime = try backend.grab(missing, into: slot)
        stale!.fill(slot)
        for index in 0..<missing.count { state.grabbedPixels += UInt64(missing[index].area) }
        let memoryNumber = loan.memoryNumber
        let notice = Notice(
            generation: state.generation, memoryNumber: memoryNumber, number: loan.publish(), captureTime: captureTime, slot: slot,
            orientation: options.orientation ?? backend.orientation, mergedChanges: changesSinceNotice, damage: pending)
        say(notice)
        state.frames += 1
        changesSinceNotice = 0
        pending.removeAll()
        // With another slot to write, the answer to this notice can wait for whatever wakes the thread next.
        quietUntil = loans.isEmpty ? .zero : .now() + min(frameInterval * 1.5, .milliseconds(50))
    }

    /// - Parameter isCheap: the backend asked the screen along with a grab.
    mutating func tellPointer(_ backend: inout Backend, isCheap: Bool) throws(CaptureError) {
        guard Backend.tellsPointer, !backend.hidesPointer, host.wish == .capture, memory != nil else { return }
        if isPointerImageNew {
            isPointerImageNew = false
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
            hasSent = true
        }
        let now = MediaTime.now()
        guard isCheap || now >= pointer.nextTime else { return }
        let position = try backend.pointerPosition()
        guard pointer.update(position, at: now, frameInterval: frameInterval, withFrame: isCheap) else { return }
        say(
            PointerMoved(
                generation: state.generation, x: Int32(position?.x ?? 0), y: Int32(position?.y ?? 0), isVisible: position != nil))
    }

    mutating func tellFocus(_ backend: Backend) {
        guard isFocusNew, backend.tellsFocus, host.wish == .capture, memory != nil else { return }
        isFocusNew = false
        say(FocusedWindow(generation: state.generation, backend.focus))
    }

    mutating func tellDisplay(_ backend: inout Backend, at now: MediaTime) throws(CaptureError) {
        let isOn = try backend.isDisplayOn(at: now)
        guard isOn != isDisplayOn else { return }
        isDisplayOn = isOn
        say(DisplayPower(generation: state.generation, isOn: isOn))
    }

    mutating func tellCamera(_ backend: inout Backend, at now: MediaTime) {
        guard let controls = backend.cameraControls(at: now), controls != cameraControls else { return }
        cameraControls = controls
        say(CameraControls(generation: state.generation, controls))
    }

    mutating func tellExtra() {
        guard !hasToldExtra, !options.extra.isEmpty else { return }
        hasToldExtra = true
        say(AgentExtra(generation: state.generation, text: options.extra))
    }

    var frameInterval: Duration { .nanoseconds(1_000_000_000_000 / Int64(max(1, host.milliFramesPerSecond))) }

    mutating func beat(at now: MediaTime) {
        state.sequence += 1
        say(state)
        nextHeartbeat = now + .milliseconds(Int(connection.welcome.heartbeatMilliseconds))
    }

    mutating func tellRemark(_ backend: inout Backend, at now: MediaTime) {
        guard let remark = backend.takeRemark(at: now) else { return }
        say(AgentRemark(generation: state.generation, subject: remark.subject, text: remark.text))
        // The host that started this agent says so itself.
        if !options.endsWithHost { report(remark.text) }
    }

    mutating func say(_ message: some WireMessage) {
        message.encode(into: buffer)
        // The queue is full because the host does not read: the next state repeats it all.
        _ = connection.channel.send(buffer)
        hasSent = true
    }

    mutating func leave(_ reason: EndReason) -> End {
        state.phase = .closed
        say(AgentEnded(generation: state.generation, reason: reason, isRetriable: true, message: ""))
        awaitConfirmation()
        return .stopped(reason)
    }

    /// The host confirms `ended` by closing the hand-off connection; waits for that at most one second.
    func awaitConfirmation() {
        let deadline = MediaTime.now() + .seconds(1)
        while connection.handoff.waitReadable(until: deadline) {
            do throws(GroupError) { if case .end = try connection.nextArrival() { return } } catch { return }
        }
    }
}
