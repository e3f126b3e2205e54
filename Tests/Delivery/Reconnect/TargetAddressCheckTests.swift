import Platform
import Testing

@testable import Delivery

@Suite struct TargetAddressCheckTests {
    private let start = MediaTime(nanoseconds: 1_000_000_000)

    private func error(_ code: DeliveryError.Code) -> DeliveryError { DeliveryError(code, "words") }

    @Test(arguments: DeliveryError.Code.allCases) func aRefusalNeedsAnotherAddressAndSilenceDoesNot(code: DeliveryError.Code) {
        var care = TargetAddressCheck(at: start)
        care.note(.openFailed(error(code)), at: start)
        #expect((care.reason == code) == [.badKey, .expired, .rejected].contains(code))
    }

    @Test func whatWasUsedIsUsedUpWithItsConnection() {
        var care = TargetAddressCheck(at: start)
        care.note(.opened, at: start)
        #expect(care.reason == nil)
        care.note(.broke(error(.lost)), at: start)
        #expect(care.reason == .lost)
        care.ask(at: start)
        #expect(care.reason == nil)
        // The fresh one has not been tried in earnest while no one listens.
        care.note(.openFailed(error(.refused)), at: start + .seconds(59))
        #expect(care.reason == nil)
        care.note(.openFailed(error(.refused)), at: start + .seconds(60))
        #expect(care.reason == .refused)
        care.ask(at: start + .seconds(60))
        care.note(.openFailed(error(.refused)), at: start + .seconds(61))
        #expect(care.reason == nil)
    }

    @Test func whatIsBrokenOffIsAskedAgain() {
        var care = TargetAddressCheck(at: start)
        care.note(.openFailed(error(.expired)), at: start)
        care.ask(at: start)
        care.breakOff(.expired)
        #expect(care.reason == .expired)
        care.note(.opened, at: start)
        #expect(care.reason == nil)
    }
}
