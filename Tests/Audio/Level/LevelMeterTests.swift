import Testing

@testable import Audio

@Suite struct LevelMeterTests {
    private func measure(_ left: [Float], _ right: [Float]) -> AudioLevel {
        let meter = LevelMeter()
        for quantum in 0..<10 {
            let part = (0..<480).flatMap { [left[quantum * 480 + $0], right[quantum * 480 + $0]] }
            meter.measure(part)
        }
        return meter.level
    }

    @Test func aSineOfMinusTwentyReadsAsSuch() {
        let level = measure(Tone.samples(hertz: 1000, amplitude: 0.1, count: 4800), Tone.samples(hertz: 1000, amplitude: 0.01, count: 4800))
        #expect(abs(level.peakDecibels + 20) < 0.01)
        #expect(abs(level.rmsDecibels + 23.01) < 0.01)
        #expect(abs(level.rmsPercent - 61.65) < 0.05)
    }

    @Test func theEndsOfTheScaleAreZeroAndHundred() {
        let silence = [Float](repeating: 0, count: 4800)
        #expect(measure(silence, silence) == .silence)
        #expect(AudioLevel.silence.rmsPercent == 0 && AudioLevel.silence.peakDecibels == -120)
        #expect(AudioLevel(peak: 0.001, rms: 0.001).rmsPercent < 1e-4)
        #expect(AudioLevel(peak: 1, rms: 1).rmsPercent == 100)
        #expect(AudioLevel(peak: 3, rms: 3).rmsPercent == 100)
    }

    @Test func aReadingComesEveryTenQuanta() {
        let meter = LevelMeter()
        let loud = [Float](repeating: 0.5, count: 960)
        for _ in 0..<9 { meter.measure(loud) }
        #expect(meter.level == .silence)
        meter.measure(loud)
        #expect(abs(meter.level.peakDecibels + 6.02) < 0.01)
    }

    @Test func clippingIsShownForASecond() {
        let meter = LevelMeter()
        let soft = [Float](repeating: 0.5, count: 960)
        var clipped = soft
        clipped[321] = -1
        for _ in 0..<5 { meter.measure(soft) }
        meter.measure(clipped)
        for _ in 0..<4 { meter.measure(soft) }
        #expect(meter.level.isClipping && meter.level.peakDecibels == 0)
        for _ in 0..<99 { meter.measure(soft) }
        #expect(meter.level.isClipping)
        meter.measure(soft)
        #expect(!meter.level.isClipping)
        #expect(abs(meter.level.rmsDecibels + 6.02) < 0.01)
    }

    @Test func whatALimiterSawCountsToo() {
        let meter = LevelMeter()
        let soft = [Float](repeating: 0.5, count: 960)
        meter.measure(soft, isClipped: true)
        for _ in 0..<9 { meter.measure(soft) }
        #expect(meter.level.isClipping && meter.level.peakDecibels < -6)
    }
}
