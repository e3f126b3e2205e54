import Testing

@testable import Codec

@Suite struct KeyframeQuantiserTests {
    private var quantiser = KeyframeQuantiser()

    /// One of libx264's own, that it began far finer than can be seen.
    private mutating func libx264Chose(_ value: Int = 12) { quantiser.encoded(quantiser: value, decibels: 38, duration: .milliseconds(600)) }

    @Test mutating func itIsChosenWhereLibx264WouldTakeAFinerOne() {
        #expect(quantiser.choice == nil)
        libx264Chose()
        #expect(quantiser.choice == KeyframeQuantiser.page)
        quantiser.encoded(quantiser: 2, decibels: 46, duration: .milliseconds(700))
        #expect(quantiser.choice == KeyframeQuantiser.page)
    }

    /// A slice says how its first macroblock is: behind it all may be fine.
    @Test mutating func itIsChosenWhereLibx264sWasNearlyFine() {
        quantiser.encoded(quantiser: 23, decibels: 42.5, duration: .milliseconds(600))
        #expect(quantiser.choice == KeyframeQuantiser.page)
    }

    @Test mutating func whereBitsAreShortItIsLeftToLibx264() {
        libx264Chose(31)
        #expect(quantiser.choice == nil)
        libx264Chose(21)
        #expect(quantiser.choice == nil)
    }

    /// The rows ran out of bits; what changes would wait for too long.
    @Test(arguments: [(36.0, 600), (46.0, 1000)]) func itIsGivenUpForLongerEachTime(decibels: Double, milliseconds: Int) {
        var quantiser = KeyframeQuantiser()
        var rests: [Int] = []
        for _ in 0..<4 {
            var rest = 0
            while quantiser.choice == nil {
                quantiser.encoded(quantiser: 12, decibels: 38, duration: .milliseconds(600))
                rest += 1
            }
            rests.append(rest)
            quantiser.encoded(quantiser: 2, decibels: decibels, duration: .milliseconds(milliseconds))
        }
        #expect(rests == [1, 1, 2, 4])
    }

    @Test mutating func itIsFinerWhereBitsAreAmple() {
        quantiser.encoded(quantiser: 0, decibels: 60, duration: .milliseconds(60))
        #expect(quantiser.choice == KeyframeQuantiser.ample)
        quantiser.encoded(quantiser: 12, decibels: 49, duration: .milliseconds(400))
        #expect(quantiser.choice == KeyframeQuantiser.ample)
        quantiser.encoded(quantiser: 12, decibels: 49, duration: .milliseconds(450))
        #expect(quantiser.choice == KeyframeQuantiser.page)
        quantiser.encoded(quantiser: 17, decibels: 45, duration: .milliseconds(50))
        #expect(quantiser.choice == KeyframeQuantiser.page, "libx264 may be far from so fine by itself")
    }

    @Test mutating func anotherSceneBeginsAnew() {
        libx264Chose()
        quantiser.forget()
        #expect(quantiser.choice == nil)
    }
}
