import Platform
import Testing

@testable import Delivery
@testable import RateControl

@Suite struct EncoderFollowTests {
    /// The last verdict after `seconds` of `encoded`.
    private func judge(_ follow: inout EncoderFollow, _ encoded: Int, from start: Double, for seconds: Double) -> EncoderFollow.Verdict {
        var verdict = follow.verdict
        for tenth in 1...Int(seconds * 10) { verdict = follow.handle(encoded, at: .zero + .seconds(start + Double(tenth) / 10)) }
        return verdict
    }

    @Test func downIsGivenTwoSeconds() {
        var follow = EncoderFollow(bitRate: 4_000_000)
        follow.tell(1_000_000, at: .zero)
        #expect(judge(&follow, 3_900_000, from: 0, for: 2.5) == .settling)
        #expect(judge(&follow, 3_900_000, from: 2.5, for: 1) == .tooMuch)
        #expect(judge(&follow, 1_100_000, from: 3.5, for: 1) == .follows)
    }

    @Test func upIsGivenFiveSecondsAndAnIdleDesktopIsNoFailure() {
        var follow = EncoderFollow(bitRate: 1_000_000)
        follow.tell(3_000_000, at: .zero)
        #expect(judge(&follow, 1_000_000, from: 0, for: 5.5) == .settling)
        #expect(judge(&follow, 1_000_000, from: 5.5, for: 1) == .tooLittle)
        var idle = EncoderFollow(bitRate: 1_000_000)
        idle.tell(3_000_000, at: .zero)
        #expect(judge(&idle, 40_000, from: 0, for: 20) == .follows)
        var good = EncoderFollow(bitRate: 1_000_000)
        good.tell(3_000_000, at: .zero)
        #expect(judge(&good, 2_700_000, from: 0, for: 20) == .follows)
    }

    @Test func toldTheSameAgainItIsStillHeldAgainstWhatItGaveBefore() {
        var follow = EncoderFollow(bitRate: 1_000_000)
        follow.tell(3_000_000, at: .zero)
        #expect(judge(&follow, 1_000_000, from: 0, for: 7) == .tooLittle)
        follow.tell(3_000_000, at: .zero + .seconds(7))
        #expect(judge(&follow, 1_000_000, from: 7, for: 7) == .tooLittle)
    }

    @Test func anEncoderThatGivesNothingIsSilent() {
        var follow = EncoderFollow(bitRate: 1_000_000)
        #expect(judge(&follow, 500_000, from: 0, for: 5) == .follows)
        #expect(judge(&follow, 0, from: 5, for: 4.9) == .follows)
        #expect(judge(&follow, 0, from: 9.9, for: 1) == .silent)
        #expect(judge(&follow, 500_000, from: 11, for: 1) == .follows)
    }
}
