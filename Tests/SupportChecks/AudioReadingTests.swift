import Foundation
import ServerFixtures
import TestSupport
import Testing

/// The readings, on signals whose figures are known.
@Suite struct AudioReadingTests {
    private func tone(_ hertz: Double, _ amplitude: Double = 0.1, seconds: Double = 2) -> DecodedAudio {
        DecodedAudio(samples: (0..<Int(seconds * 48000)).map { Float(amplitude * sin(2 * Double.pi * hertz * Double($0) / 48000)) })
    }

    private func sum(_ one: DecodedAudio, _ other: DecodedAudio) -> DecodedAudio {
        DecodedAudio(samples: zip(one.samples, other.samples).map { $0 + $1 })
    }

    /// A single sample of so many dBFS in the middle of a tone.
    private func clicking(_ level: Double) -> DecodedAudio {
        var samples = tone(1000).samples
        samples[48000] += Float(pow(10, level / 20))
        return DecodedAudio(samples: samples)
    }

    @Test func aClickOfMinus55IsSeenAndOneOfMinus70IsNot() throws {
        let clicks = clicking(-55).sharpClicks(above: -60)
        #expect(clicks.count == 1)
        let click = try #require(clicks.first)
        #expect(abs(click.position.inSeconds - 1) < 0.001)
        #expect(abs(click.level + 55) < 0.5, "\(click)")
        #expect(clicking(-70).sharpClicks(above: -60).isEmpty)
        #expect(tone(1000).sharpClicks(above: -90).isEmpty, "the tone itself leaves nothing")
    }

    @Test func aHardCutIsAClickAndAFadeIsNone() {
        let whole = tone(440)
        let cut = DecodedAudio(samples: whole.samples.enumerated().map { $0 < 48027 ? $1 : 0 })
        #expect(cut.sharpClicks().count == 1)
        let faded = DecodedAudio(
            samples: whole.samples.enumerated().map { index, sample in
                let place = min(1, max(0, Double(index - 48027) / 240))
                return sample * Float(0.5 + 0.5 * cos(Double.pi * place))
            })
        #expect(faded.sharpClicks().isEmpty, "\(faded.sharpClicks())")
    }

    @Test func aFrequencyThatIsATenthOfAPercentOffIsSeen() {
        #expect(abs(ToneMeter(tone(1001)).frequency - 1001) < 0.001)
        #expect(abs(ToneMeter(tone(440.088), near: 440).frequency - 440.088) < 0.001)
        #expect(abs(ToneMeter(tone(443), near: 440).level + 20) < 0.001)
    }

    @Test(arguments: [440.0, 1000, 1234.5]) func distortionIsWhatWasAdded(hertz: Double) {
        #expect(ToneMeter(tone(hertz), near: hertz).distortion < -110)
        // A third harmonic of a thousandth.
        let meter = ToneMeter(sum(tone(hertz), tone(3 * hertz, 0.0001)), near: hertz)
        #expect(abs(meter.distortion + 60) < 0.2, "\(meter)")
    }

    @Test func twoTonesAreKeptApart() {
        let both = sum(tone(440, 0.1), tone(1000, 0.05))
        #expect(abs(both.level(at: 440) + 20) < 0.05)
        #expect(abs(both.level(at: 1000) + 26.02) < 0.05)
        #expect(both.level(at: 2500) < -90, "no one plays that")
        #expect(abs(sum(tone(440), tone(2500, 0.0001)).level(at: 2500) + 80) < 0.3, "crosstalk of -80 dBFS is seen")
    }

    @Test func aHoleIsFoundWithItsLength() throws {
        var samples = sum(tone(440), tone(1000)).samples
        samples.replaceSubrange(24000..<33600, with: tone(440).samples[24000..<33600])
        let holes = DecodedAudio(samples: samples).silences(of: 1000)
        #expect(holes.count == 1)
        let hole = try #require(holes.first)
        #expect(abs((hole.upperBound - hole.lowerBound).inMilliseconds - 200) <= 30, "\(hole)")
        #expect(DecodedAudio(samples: samples).silences(of: 440).isEmpty)
    }

    /// Whatever the recording is like itself: what counts is what was played.
    @Test func aToneThatIsTooQuietOrHardlyThereIsBroken() throws {
        var samples = tone(1000).samples
        for index in samples.indices where index % 48000 > 4800 { samples[index] = 0 }
        let rare = DecodedAudio(samples: samples).silences(of: 1000)
        #expect(rare.count == 2, "\(rare)")
        let quiet = tone(1000, 0.005)
        #expect(quiet.silences(of: 1000).count == 1)
        #expect(quiet.silences(of: 1000, level: -46).isEmpty)
        #expect(!tone(1000, 0.05).toneBreaks(from: .zero).isEmpty)
        #expect(tone(1000, 0.05).toneBreaks(from: .zero, level: -26).isEmpty)
    }

    @Test func loudnessIsTheRootMeanSquare() {
        #expect(abs(tone(1000).loudness + 23.01) < 0.01)
        #expect(DecodedAudio(samples: []).loudness == -200)
    }

    @Test func aDriftIsTheSlopeOfTheOffsets() {
        let offsets: [(position: Duration, milliseconds: Double)] = (0..<900).map { index in
            (position: .seconds(2 * index), milliseconds: 3 + Double(index) / 900 + (index % 2 == 0 ? 1 : -1))
        }
        let reading = StepReading(offsets: offsets)
        #expect(abs(reading.driftPerHour - 2) < 0.05)
        #expect(abs(reading.change - 0.9) < 0.3)
        #expect(abs(reading.median - 3.5) < 1.1)
        #expect(abs(reading.size(at: 0.95) - 4.9) < 0.2)
        #expect(reading.after(.seconds(1700)).offsets.count == 50)
    }

    @Test func theSignalsHaveTheirLevels() throws {
        #expect(abs(try AudioSignal.pink(level: -30).samples(seconds: 5).loudness + 30) < 0.7)
        let voice = try AudioSignal.speech(1, level: -20).samples(seconds: 10)
        let loud = VoiceReading.activity(of: voice)
        #expect((0.4...0.8).contains(Double(loud.count { $0 }) / Double(loud.count)))
        #expect(abs(VoiceReading(voice, as: voice).voice + 20) < 1)
        #expect(VoiceReading(voice, as: voice).pauses < -90)
    }

    @Test func aVoiceIsFoundInNoiseAndItsRatioRead() throws {
        let voice = try AudioSignal.speech(1, level: -20).samples(seconds: 12)
        let noise = try AudioSignal.pink(level: -30).samples(seconds: 12)
        // Cut out of the middle, half as loud, in noise.
        let heard = sum(voice, noise).part(from: .milliseconds(3210), for: .seconds(6))
        let reading = VoiceReading(heard, as: voice)
        #expect(abs(reading.delay.inSeconds - 3.210) < 0.011)
        #expect(abs(reading.ratio - 10) < 2, "\(reading)")
        #expect(abs(reading.retained) < 0.3, "\(reading)")
        let quiet = DecodedAudio(samples: heard.samples.map { $0 / 2 })
        #expect(abs(VoiceReading(quiet, as: voice).retained + 6.02) < 0.3)
        #expect(VoiceReading(noise, as: voice).retained < -15, "noise holds nothing of the voice")
    }
}
