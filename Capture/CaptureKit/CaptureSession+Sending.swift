import AppGroup

extension CaptureSession {
    /// True when a frame was grabbed.
    mutating func grabIfDue(_ backend: inout Backend) throws(CaptureError) -> Bool {
        guard host.wish == .capture, isDirty, backend.canGrab, let memory, stale != nil else { return false }
        let now = MediaTime.now()
        guard pacing.mayGrab(at: now) else {
            hasWaitedForTurn = true
            return false
        }
        guard let slot = stale!.freshest(of: loans), let loan = loans.borrow(slot) else {
            if !isWaitingForSlot { state.waitedForSlot += 1 }
            isWaitingForSlot = true
            return false
        }
        // The slot needs what it misses whatever else has changed; where a habit shows, it goes on.
        var expected = stale!.missing(in: slot)
        if habit.count > 1 { expected.add(habit.damage) }
        backend.prepareGrab(expected, into: slot)
        var changed = Damage()
        try backend.takeDamage(into: &changed)
        isDirty = false
        changed = changed.clipped(to: memory.layout.geometry.size)
        habit = (changed, changed == habit.damage ? habit.count + 1 : 0)
        stale!.add(changed)
        pending.add(changed)
        guard !pending.isEmpty else { return false }
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
        // With another slot to write, the answer to this notice can wait for whatever wakes the thread next.
        quietUntil = loans.isEmpty ? .zero : now + min(frameInterval * 1.5, .milliseconds(50))
        return true
    }

    /// - Parameter isCheap: the backend asked the screen along with a grab.
    mutating func tellPointer(_ backend: inout Backend, isCheap: Bool) throws(CaptureError) {
        guard host.wish == .capture, memory != nil else { return }
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

    private var frameInterval: Duration { .nanoseconds(1_000_000_000_000 / Int64(max(1, host.milliFramesPerSecond))) }

    mutating func beat(at now: MediaTime) {
        state.sequence += 1
        say(state)
        nextHeartbeat = now + .milliseconds(Int(connection.welcome.heartbeatMilliseconds))
    }

    mutating func say(_ message: some WireMessage) {
        message.encode(into: buffer)
        // A full queue means a host that does not read: the next state says it all again.
        _ = connection.channel.send(buffer)
        hasSent = true
    }

    mutating func leave(_ reason: EndReason) -> End {
        state.phase = .closed
        say(AgentEnded(generation: state.generation, reason: reason, isRetriable: true, message: ""))
        awaitConfirmation()
        return .stopped(reason)
    }

    /// The host confirms a last word by closing the hand-off connection; waits for that at most one second.
    func awaitConfirmation() {
        let deadline = MediaTime.now() + .seconds(1)
        while connection.handoff.waitReadable(until: deadline) {
            do throws(GroupError) { if case .end = try connection.nextArrival() { return } } catch { return }
        }
    }
}
