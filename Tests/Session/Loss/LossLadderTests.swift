import Platform
import Testing

@testable import Session

/// What viewers get while nothing can be captured, and for how long.
@Suite struct LossLadderTests {
    private func at(_ seconds: Int) -> MediaTime { MediaTime(nanoseconds: 1_000_000_000_000) + .seconds(seconds) }

    @Test func rungsHaveOneOrder() {
        #expect(LossLadder([.init(.slate, for: .seconds(1)), .init(.audio, for: .seconds(1)), .init(.stop, for: nil)]) != nil)
        #expect(LossLadder([.init(.audio, for: nil)]) != nil)
        #expect(LossLadder([]) == nil)
        #expect(LossLadder([.init(.audio, for: .seconds(1)), .init(.slate, for: nil)]) == nil)
        #expect(LossLadder([.init(.slate, for: nil), .init(.stop, for: nil)]) == nil)
        #expect(LossLadder([.init(.stop, for: .seconds(1))]) == nil)
        #expect(LossLadder([.init(.slate, for: .seconds(1))]) == nil)
        #expect(LossLadder([.init(.slate, for: .seconds(1)), .init(.slate, for: nil)]) == nil)
    }

    @Test func itGoesDownStepByStepAndBackAtOnce() throws {
        let ladder = try #require(
            LossLadder([.init(.slate, for: .seconds(10)), .init(.audio, for: .seconds(20)), .init(.stop, for: nil)]))
        var watch = LossWatch(ladder)
        #expect(watch.advance(.live, at: at(0)) == nil && watch.status(at: at(0)) == nil)
        #expect(watch.advance(.holding, at: at(1)) == .hold)
        #expect(watch.advance(.slate, at: at(4)) == .slate)
        #expect(watch.advance(.slate, at: at(13)) == nil)
        #expect(watch.advance(.slate, at: at(14)) == .audio)
        #expect(watch.status(at: at(15))?.seconds == 14)
        #expect(watch.advance(.live, at: at(16)) == LossWatch.Rung.none)
        #expect(watch.status(at: at(16)) == nil)
        // It begins from the top again.
        #expect(watch.advance(.slate, at: at(100)) == .slate)
        #expect(watch.advance(.slate, at: at(129)) == .audio)
        #expect(watch.advance(.slate, at: at(130)) == .stop)
    }

    @Test func aPauseIsNoLoss() {
        var watch = LossWatch(LossLadder([.init(.stop, for: nil)])!)
        #expect(watch.advance(.paused, at: at(0)) == nil)
        #expect(watch.advance(.slate, at: at(1)) == .stop)
    }

    @Test func theUsualOneKeepsTheSlate() { #expect(LossLadder.standard.kind(after: .seconds(1_000_000)) == .slate) }
}
