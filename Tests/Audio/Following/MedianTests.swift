import Fixtures
import Testing

@testable import Audio

@Suite struct MedianTests {
    @Test func itIsTheMiddleOneOfTheSorted() {
        var random = SeededRandom(seed: 3)
        for count in 1...64 {
            for _ in 0..<20 {
                // Few different values: many are equal.
                var values = (0..<count).map { _ in Double(Int.random(in: 0...9, using: &random)) }
                let expected = values.sorted()[count / 2]
                #expect(values.withUnsafeMutableBufferPointer { median(of: $0) } == expected)
            }
        }
    }
}
