import Testing

@testable import Conformance

@Suite struct ExpectationTests {
    private let refusal = Fate.refused(.invalidData, "message has an impossible slot")

    @Test func aRefusalNeedsTheReasonAndWords() {
        let wanted = Expectation.refused([.invalidData])
        #expect(wanted.failure(of: refusal, listed: nil) == nil)
        #expect(wanted.failure(of: .refused(.failed, "no"), listed: nil) != nil)
        #expect(wanted.failure(of: .refused(.invalidData, ""), listed: nil) != nil)
        #expect(wanted.failure(of: .closed, listed: nil) != nil)
        #expect(wanted.failure(of: .attached, listed: nil) != nil)
    }

    @Test func whoIsDroppedIsDroppedForTheRightReason() {
        let wanted = Expectation.dropped([.invalidData])
        #expect(wanted.failure(of: .closed, listed: "invalidData") == nil)
        #expect(wanted.failure(of: refusal, listed: nil) == nil)
        #expect(wanted.failure(of: .closed, listed: "closed") != nil)
        #expect(wanted.failure(of: .attached, listed: nil) != nil)
    }

    @Test func whoIsToleratedStays() {
        #expect(Expectation.tolerated.failure(of: .attached, listed: nil) == nil)
        #expect(Expectation.tolerated.failure(of: .closed, listed: nil) != nil)
        #expect(Expectation.tolerated.failure(of: refusal, listed: nil) != nil)
        let either = Expectation.toleratedOrDropped([.invalidData])
        #expect(either.failure(of: .attached, listed: nil) == nil)
        #expect(either.failure(of: .closed, listed: "invalidData") == nil)
        #expect(either.failure(of: .closed, listed: "failed") != nil)
    }

    @Test func whoIsTurnedAwayIsNotLetIn() {
        #expect(Expectation.turnedAway.failure(of: .closed, listed: nil) == nil)
        #expect(Expectation.turnedAway.failure(of: .attached, listed: nil) != nil)
    }

    @Test func aTrialThatCameToNothingIsAFailure() {
        for wanted in [Expectation.tolerated, .turnedAway, .dropped([.invalidData]), .refused([.failed])] {
            #expect(wanted.failure(of: .lost("no welcome"), listed: nil) == "no welcome")
        }
    }

    @Test(arguments: [
        AttackerMessage.trial(generation: 7, label: "slot 3", .refused(.failed, "a word")), .trial(generation: 0, label: "", .closed),
        .trial(generation: 1, label: "x", .lost("why")), .trial(generation: 2, label: "", .attached), .wrong("the host slept"), .note("12"),
        .skip("no"), .done,
    ])
    func whatAnAttackerSaysIsRead(line: AttackerMessage) {
        #expect(AttackerMessage(Substring(line.text)) == line)
    }

    @Test func aTabInAWordDoesNotBreakALine() {
        #expect(AttackerMessage(Substring(AttackerMessage.wrong("a\tb\nc").text)) == .wrong("a b c"))
        #expect(AttackerMessage("anything else") == nil)
    }

    @Test func everyAttackHasANameOfItsOwn() { #expect(Set(Attack.all.map(\.name)).count == Attack.all.count) }
}
