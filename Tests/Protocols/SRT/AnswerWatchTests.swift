import Platform
import Testing

@testable import Protocols

@Suite struct AnswerWatchTests {
    /// What is known at a number of milliseconds, and whether that is silence.
    private typealias Look = (milliseconds: Int, answers: Int, unanswered: Int, isSilent: Bool)

    private func check(_ looks: [Look]) {
        let start = MediaTime(nanoseconds: 1_000_000_000)
        var watch = AnswerWatch(patience: .seconds(3), at: start)
        for look in looks {
            let isSilent = watch.isSilent(answers: look.answers, unanswered: look.unanswered, at: start + .milliseconds(look.milliseconds))
            #expect(isSilent == look.isSilent, "\(look)")
        }
    }

    @Test func anyoneAnswersIsThere() { check((0..<60).map { (2000 * $0, $0, 100, false) }) }

    @Test func anyoneHasNothingToAnswerMayBeSilent() {
        // From then on, not from the last answer.
        check((0..<60).map { (2000 * $0, 7, 0, false) } + [(120_000, 7, 5, false), (122_000, 7, 5, true)])
    }

    @Test func silenceIsNoticedInTime() { check([(1000, 9, 1, false), (4000, 9, 20, false), (4001, 9, 20, true)]) }
}
