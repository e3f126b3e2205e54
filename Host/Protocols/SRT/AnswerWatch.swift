import Platform

/// Notices that a listener answers no more: libsrt itself needs more than five seconds for that.
struct AnswerWatch {
    let patience: Duration
    private var answers = 0
    private var heard: MediaTime

    init(patience: Duration, at now: MediaTime) { (self.patience, heard) = (patience, now) }

    /// Since the last answer, or since there was nothing to answer; as of the last look.
    func silence(at now: MediaTime) -> Duration { now - heard }

    /// Takes what libsrt knows at `now`; true when the other side has been silent for too long though it had something to acknowledge.
    mutating func isSilent(answers: Int, unanswered: Int, at now: MediaTime) -> Bool {
        if answers != self.answers || unanswered == 0 { (self.answers, heard) = (answers, now) }
        return now - heard > patience
    }
}
