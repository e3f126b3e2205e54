import Testing

@testable import Audio

/// The interpolator's quality, at steps and tones that hide nothing.
@Suite struct SampleHistoryTests {
    private func resample(hertz: Double, step: Double, from position: Double = 100.37) -> [Float] {
        let history = SampleHistory()
        let tone = Tone.samples(hertz: hertz, amplitude: 0.5, count: 60_000)
        tone.flatMap { [$0, -$0] }.withUnsafeBufferPointer { history.append($0) }
        var result = [Float](repeating: 0, count: 2 * 24_000)
        #expect(history.holds(from: position, to: position + step * 23_999))
        history.interpolate(from: position, step: step, sampleFrames: 24_000, into: &result)
        #expect((0..<24_000).allSatisfy { result[2 * $0] == -result[2 * $0 + 1] })
        return (0..<24_000).map { result[2 * $0] }
    }

    @Test(arguments: [(1000.0, 1.0002), (1000, 0.9995), (1000, 1.005), (100, 1.0002), (10_000, 1.0002), (16_000, 0.9998)])
    func distortionAndNoiseAreFarDown(hertz: Double, step: Double) {
        let tone = Tone.measure(resample(hertz: hertz, step: step), near: hertz * step)
        #expect(abs(tone.hertz - hertz * step) < 0.001)
        #expect(abs(tone.levelDecibels + 6.0206) < 0.02)
        #expect(tone.restDecibels < -90)
    }

    @Test func wholePositionsComeBackAsTheyWere() {
        let samples = resample(hertz: 1000, step: 1, from: 100)
        let tone = Tone.samples(hertz: 1000, amplitude: 0.5, count: 48_200)
        #expect(samples.indices.allSatisfy { abs(samples[$0] - tone[$0 + 100]) < 1e-6 })
    }

    @Test func theOldestIsForgottenAndPositionsStay() {
        let history = SampleHistory()
        for block in 0..<1000 {
            [Float](repeating: Float(block), count: 960).withUnsafeBufferPointer { history.append($0) }
        }
        #expect(history.end == 480_000)
        #expect(history.start > 0)
        #expect(!history.holds(from: 0, to: 10))
        var value = [Float](repeating: 0, count: 2)
        history.interpolate(from: 479_700, step: 1, sampleFrames: 1, into: &value)
        #expect(abs(value[0] - 999) < 0.01)
    }

    @Test func whatIsNotANumberBecomesSilence() {
        let history = SampleHistory()
        [Float](repeating: .nan, count: 960).withUnsafeBufferPointer { history.append($0) }
        var value = [Float](repeating: 1, count: 2)
        history.interpolate(from: 100.5, step: 1, sampleFrames: 1, into: &value)
        #expect(value == [0, 0])
    }
}
