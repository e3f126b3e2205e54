import Events
import Platform

/// What viewers get while nothing can be captured.
extension SessionSpine {
    mutating func followLoss(at now: MediaTime) {
        guard session.intake != nil else { return }
        if let rung = loss.advance(session.picture.phase, at: now) {
            followDark()
            if rung == .audio { session.journal.note(.picture(.audioAlone(agents.screen.awaited))) }
            if rung == .stop {
                session.journal.note(.picture(.lost))
                finish(.finished)
            }
        }
        let status = loss.status(at: now)
        session.shown.withLock { $0.loss = status }
    }
}
