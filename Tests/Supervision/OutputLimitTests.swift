import Platform
import Testing

@testable import Supervision

@Suite struct OutputLimitTests {
    private let start = MediaTime(nanoseconds: 1_000_000_000_000)

    @Test func linesBeyondTheRateAreCountedAndSummedUpOnce() {
        var limit = OutputLimit(at: start)
        #expect((0..<60).count { _ in limit.passes() } == OutputLimit.linesPerSecond)
        #expect(limit.advance(to: start + .milliseconds(900)) == nil)
        #expect(limit.deadline == start + .seconds(1))
        #expect(limit.advance(to: start + .seconds(1)) == "\(60 - OutputLimit.linesPerSecond) more lines left out")
        #expect(limit.passes() && limit.deadline == nil)
        #expect(limit.advance(to: start + .seconds(2)) == nil)
    }

    @Test func bytesBeyondTheRateWaitForTheNextSecond() {
        var limit = OutputLimit(at: start)
        var taken = 0
        while limit.bytes > 0 {
            taken += limit.bytes
            limit.took(bytes: limit.bytes)
        }
        #expect(taken == OutputLimit.bytesPerSecond && limit.deadline == start + .seconds(1))
        #expect(limit.advance(to: start + .seconds(1)) == nil && limit.bytes == OutputLimit.bytesPerRound)
    }
}
