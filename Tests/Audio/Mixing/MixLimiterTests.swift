import Testing

@testable import Audio

@Suite struct MixLimiterTests {
    /// What comes back, moved to where it belongs.
    private func limit(_ samples: [Float], _ limiter: MixLimiter = MixLimiter()) -> (made: [Float], limited: Int) {
        var made: [Float] = []
        var limited = 0
        for quantum in 0..<(samples.count / 480) {
            var part = (0..<480).flatMap { [samples[quantum * 480 + $0], -samples[quantum * 480 + $0]] }
            limited += limiter.process(&part)
            for index in 0..<480 {
                #expect(part[2 * index] == -part[2 * index + 1])
                made.append(part[2 * index])
            }
        }
        return (Array(made.dropFirst(240)), limited)
    }

    @Test func belowTheCeilingItIsADelayOfFiveMillisecondsAndNothingElse() {
        #expect(MixLimiter.lookahead == .milliseconds(5))
        let tone = Tone.samples(hertz: 997, amplitude: 0.88, count: 48_000)
        let result = limit(tone)
        #expect(zip(result.made, tone).allSatisfy { $0 == $1 })
        #expect(result.limited == 0)
    }

    @Test(arguments: [100.0, 1000, 7000])
    func aToneSixDecibelsOverStaysATone(hertz: Double) {
        let result = limit(Tone.samples(hertz: hertz, amplitude: 2, count: 96_000))
        #expect(result.made.allSatisfy { abs($0) <= MixLimiter.ceiling + 1e-5 })
        let tone = Tone.measure(Array(result.made[24_000..<72_000]), near: hertz)
        #expect(tone.restDecibels < -60)
        #expect(abs(tone.levelDecibels + 1) < 0.2)
        #expect(result.limited > 96_000)
    }

    @Test func aSinglePeakIsTurnedDownWithoutACornerAndForgotten() {
        var samples = [Float](repeating: 0.5, count: 144_000)
        samples[20_000] = 3
        let result = limit(samples)
        #expect(result.limited == 2)
        #expect(result.made.allSatisfy { abs($0) <= MixLimiter.ceiling + 1e-5 })
        // But for the peak itself, the turn down is a smooth ramp.
        let around = Array(result.made[..<19_999]) + result.made[20_001...]
        #expect(zip(around, around.dropFirst()).allSatisfy { abs($0 - $1) < 0.01 })
        #expect(result.made[19_700] == 0.5)
        #expect(result.made.last == 0.5)
    }

    @Test func peaksBetweenSamplesCount() {
        // A quarter of the rate, sampled at its shoulders: the curve is 3 dB above every sample.
        let tone = (0..<48_000).map { Float(1.2 * [0.707, 0.707, -0.707, -0.707][$0 % 4]) }
        let result = limit(tone)
        let highest = result.made[20_000...].reduce(0) { max($0, abs($1)) }
        #expect(highest < 0.66 && highest > 0.55)
    }

    @Test func whatIsNotANumberBecomesSilence() {
        var samples = [Float](repeating: 0.5, count: 9_600)
        samples[1_000] = .nan
        samples[2_000] = .infinity
        let result = limit(samples)
        #expect(result.made[1_000] == 0 && result.made[2_000] == 0 && result.made[3_000] == 0.5)
    }

    @Test func itSaysWhenTheMixWentBeyondFullScale() {
        let limiter = MixLimiter()
        _ = limit([Float](repeating: 0.95, count: 480), limiter)
        #expect(!limiter.wasOver)
        _ = limit([Float](repeating: 1.1, count: 480), limiter)
        #expect(limiter.wasOver)
    }
}
