import AgentProtocol
import Frames
import Platform

/// For backends that draw ahead: a slot is lent before there is something to draw.
extension CaptureSession {
    /// Reports the frame that is complete, and lends the next slot as soon as there is one and a frame is due.
    /// - Returns: whether a frame was reported.
    mutating func followDrawing(_ backend: inout Backend, _ memory: MemoryOffer) throws(CaptureError) -> Bool {
        let hasTold = try tellDrawn(&backend, memory)
        let now = MediaTime.now()
        // With new memory none is lent at first.
        guard ahead.slot == nil, pacing.mayGrab(at: now), let loan = borrow(counts: pending.isEmpty) else { return hasTold }
        let slot = loan.slot
        ahead.lend(consume loan, at: now)
        backend.prepareGrab(stale!.missing(in: slot), into: slot)
        return hasTold
    }

    private mutating func tellDrawn(_ backend: inout Backend, _ memory: MemoryOffer) throws(CaptureError) -> Bool {
        let now = MediaTime.now()
        let hadToWait = ahead.hadToWait(completeAt: now, frameInterval: frameInterval)
        guard let loan = ahead.takeComplete() else { return false }
        var changed = Damage()
        try backend.takeDamage(into: &changed)
        _ = noteDamage(changed, memory)
        // Counted without a change, too: a server that draws for nothing does so at the frame rate at most.
        pacing.grabbed(at: now, hadToWait: hadToWait)
        guard !pending.isEmpty else { return false }
        try tell(consume loan, &backend)
        return true
    }

    /// Ends what is lent ahead, if anything is.
    mutating func takeBackLent(_ backend: inout Backend) {
        if ahead.letGo() { backend.takeBack() }
    }

    /// Whether the host no longer grants what is lent ahead.
    var isLentInVain: Bool { ahead.slot.map { !loans.isStillGranted($0) } ?? false }
}
