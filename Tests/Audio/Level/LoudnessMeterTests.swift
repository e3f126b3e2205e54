import Glibc
import Testing

@testable import Audio

@Suite struct LoudnessMeterTests {
    private func measure(_ left: [Float], _ right: [Float], into meter: LoudnessMeter = LoudnessMeter()) -> LoudnessReading {
        for quantum in 0..<(left.count / 480) {
            meter.measure((0..<480).flatMap { [left[quantum * 480 + $0], right[quantum * 480 + $0]] })
        }
        return meter.reading
    }

    /// EBU Tech 3341, case 1: a stereo sine of 1 kHz at −23 dBFS is −23 LUFS.
    @Test func theReferenceToneReadsAsSuch() throws {
        let tone = Tone.samples(hertz: 1000, amplitude: Float(pow(10, -23.0 / 20)), count: 20 * 48_000)
        let reading = measure(tone, tone)
        #expect(abs(try #require(reading.integrated) + 23) < 0.1)
        #expect(abs(try #require(reading.shortTerm) + 23) < 0.1)
        #expect(abs(try #require(reading.momentary) + 23) < 0.1)
        #expect(reading.measured == .milliseconds(19_700))
    }

    /// EBU Tech 3341, case 3: quiet passages are gated out.
    @Test func quietPassagesDoNotCount() throws {
        let meter = LoudnessMeter()
        for (level, seconds) in [(-36.0, 10), (-23, 60), (-36, 10)] {
            let tone = Tone.samples(hertz: 1000, amplitude: Float(pow(10, level / 20)), count: seconds * 48_000)
            _ = measure(tone, tone, into: meter)
        }
        #expect(abs(try #require(meter.reading.integrated) + 23) < 0.1)
    }

    @Test func silenceHasNoLoudness() {
        let reading = measure([Float](repeating: 0, count: 240_000), [Float](repeating: 0, count: 240_000))
        #expect(reading.integrated == nil && reading.shortTerm == nil && reading.momentary == nil && reading.warning == nil)
    }

    @Test func itAgreesWithFFmpeg() throws {
        let left = Speech.samples(seconds: 12, seed: 21, levelDecibels: -18).mixed(with: Pink.samples(seconds: 12, levelDecibels: -45))
        let right = Speech.samples(seconds: 12, pitchHertz: 200, seed: 22, levelDecibels: -24)
        let mine = try #require(measure(left, right).integrated)
        let theirs = try #require(try FFmpegLoudness.integrated(zip(left, right).flatMap { [$0, $1] }))
        #expect(abs(mine - theirs) < 0.2)
    }

    @Test func aWarningSaysByHowMuchToChangeTheGain() {
        func reading(_ integrated: Double?, seconds: Int = 60) -> LoudnessReading {
            LoudnessReading(momentary: nil, shortTerm: nil, integrated: integrated, measured: .seconds(seconds))
        }
        #expect(reading(-26.2).warning == "the mix is too quiet: -26.2 LUFS where -16 to -14 is usual; raise the gain by about 10 dB")
        #expect(reading(-8).warning?.contains("lower the gain by about 6 dB") == true)
        #expect(reading(-19.9).warning == nil && reading(-11.1).warning == nil && reading(nil).warning == nil)
        #expect(reading(-30, seconds: 29).warning == nil)
    }

    @Test func aMixAtTheEdgeIsWarnedOfOnce() {
        let meter = LoudnessMeter()
        func play(_ decibels: Double, seconds: Int, into meter: LoudnessMeter) -> String? {
            let tone = (0..<AudioFormat.quantumSampleFrames).map { Float(pow(10, decibels / 20) * sin(Double($0) * 2 * .pi / 48)) }
            let quantum = tone.flatMap { [$0, $0] }
            for _ in 0..<(seconds * 100) { meter.measure(quantum) }
            return meter.reading.warning
        }
        #expect(play(-20.3, seconds: 40, into: meter)?.contains("too quiet") == true)
        // All of it is -19.6 now: nothing to warn of where nothing was wrong before, and still wrong where it was.
        #expect(play(-19, seconds: 40, into: meter) != nil && meter.reading.integrated! > -19.9)
        #expect(play(-19.6, seconds: 40, into: LoudnessMeter()) == nil)
        // -18.1
        #expect(play(-17, seconds: 80, into: meter) == nil)
        #expect(meter.reading.integrated! < -17.9)
    }
}
