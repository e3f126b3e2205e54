import Testing

@testable import Sound

@Suite struct SoftLimiterTests {
    @Test func belowOneDecibelItIsTransparent() {
        for sample: Float in [0, 0.1, -0.5, 0.89, -0.891] { #expect(SoftLimiter.limit(sample) == sample) }
    }

    @Test func aboveItBendsWithoutACornerAndStaysWithinFullScale() {
        var before = SoftLimiter.limit(0.88)
        var slope: Float = 1
        for step in 1...4000 {
            let value = SoftLimiter.limit(0.88 + Float(step) * 0.001)
            let next = (value - before) / 0.001
            #expect(value > before && value < 1)
            #expect(next < slope + 0.001)
            (before, slope) = (value, next)
        }
        #expect(SoftLimiter.limit(-3) == -SoftLimiter.limit(3))
    }

    @Test func whatIsNotANumberBecomesSilence() {
        var samples: [Float] = [.nan, .infinity, 0.5, 2]
        #expect(SoftLimiter.limit(&samples, count: 4) == 3)
        #expect(samples[0] == 0 && samples[1] == 0 && samples[2] == 0.5 && samples[3] < 1)
    }
}
