import AppGroup
import Testing

@testable import Session

/// The slate that may be needed next is painted before it is.
@Suite struct SlateForecastTests {
    @Test func nothingIsPaintedWhileAnAgentDelivers() {
        var forecast = SlateForecast(holdTime: .seconds(3))
        #expect(forecast.slate(after: .waiting) == nil)
        forecast.presence = .present(1)
        #expect(forecast.slate(after: .live) == nil)
    }

    @Test func anAbsenceIsPreparedUnlessTheLastPictureStaysForEver() {
        var (held, kept) = (SlateForecast(holdTime: .seconds(3)), SlateForecast(holdTime: nil))
        (held.presence, kept.presence) = (.gone(1), .gone(1))
        #expect(held.slate(after: .live) == .absence && kept.slate(after: .live) == nil)
        // What was hidden stays hidden.
        #expect(kept.slate(after: .paused) == .absence)
    }

    @Test func aPauseHasItsOwnSlateWhateverTheLinksCarry() {
        var forecast = SlateForecast(holdTime: nil)
        (forecast.presence, forecast.isStill) = (.paused, true)
        #expect(forecast.slate(after: .live) == .pause)
    }

    @Test func linksThatCarryNoPictureAreSaidSo() {
        var forecast = SlateForecast(holdTime: nil)
        forecast.isStill = true
        for presence in [nil, AgentPresence.present(1), .gone(1), .still(1)] {
            forecast.presence = presence
            #expect(forecast.slate(after: .live) == .network)
        }
    }

    @Test func aScreenThatIsNotShownLeavesRoomForTheSlate() {
        var forecast = SlateForecast(holdTime: nil)
        forecast.presence = .present(1)
        #expect(forecast.slate(after: .hidden) == .absence && forecast.slate(after: .live) == nil)
    }

    @Test func anotherSourceThatIsAwayMayBeTheOnlyOneShown() {
        var (held, kept) = (SlateForecast(holdTime: .seconds(3)), SlateForecast(holdTime: nil))
        for presence in [AgentPresence.present(1), .still(1), .gone(1), .withdrawn] {
            for source in [SourceName.screen, SourceName("cam")!] {
                held.note(source == .screen ? .present(2) : presence, of: source)
                kept.note(source == .screen ? .present(2) : presence, of: source)
            }
            #expect((held.slate(after: .live) == .absence) == [.gone(1), .withdrawn].contains(presence), "\(presence)")
            #expect((kept.slate(after: .live) == .absence) == (presence == .withdrawn), "\(presence)")
        }
        held.note(nil, of: SourceName("cam")!)
        #expect(held.slate(after: .live) == nil)
    }

    @Test func aScreenThatShowsNothingIsStoodInForUntilItsAgentIsLive() {
        var forecast = SlateForecast(holdTime: .seconds(3))
        forecast.isStandingIn = true
        #expect(forecast.slate(after: .waiting) == .absence)
        forecast.presence = .present(1)
        #expect(forecast.slate(after: .slate) == nil)
    }
}
