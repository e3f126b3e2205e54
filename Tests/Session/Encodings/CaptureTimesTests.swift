import Platform
import Testing

@testable import Session

@Suite struct CaptureTimesTests {
    private func at(_ milliseconds: Int) -> MediaTime { .zero + .milliseconds(milliseconds) }

    @Test func aPictureThatWasHeldHasItsOwnTime() {
        var times = CaptureTimes()
        #expect(times.time(of: at(0)) == nil)
        for number in 0..<20 { times.note(at(33 * number - 5), of: at(33 * number)) }
        #expect(times.time(of: at(33 * 19)) == at(33 * 19 - 5))
        // A tick of rounding.
        #expect(times.time(of: at(33 * 18) + .nanoseconds(400)) == at(33 * 18 - 5))
        #expect(times.time(of: at(33 * 12)) == at(33 * 12 - 5))
        #expect(times.time(of: at(33 * 11)) == nil && times.time(of: at(33 * 18 + 15)) == nil)
    }
}
