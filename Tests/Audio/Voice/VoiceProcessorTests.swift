import Testing

@testable import Audio

@Suite struct VoiceProcessorTests {
    @Test func offIsADelayOfOneQuantumAndNothingElse() throws {
        let left = Speech.samples(seconds: 1, seed: 3)
        let right = Speech.samples(seconds: 1, seed: 4)
        let fixture = try VoiceFixture()
        #expect(fixture.processor.delay == .milliseconds(10))
        let made = try fixture.run(left: left, right: right)
        #expect(zip(made.left, left).dropLast(480).allSatisfy { $0 == $1 })
        #expect(zip(made.right, right).dropLast(480).allSatisfy { $0 == $1 })
    }

    @Test(arguments: [VoiceProcessing.echo, .noise, .gain, .highPass, [.noise, .highPass], [.echo, .noise, .gain, .highPass]])
    func everyChoiceIsEquallyLate(processing: VoiceProcessing) throws {
        let speech = Speech.samples(seconds: 3, levelDecibels: -20)
        let made = try VoiceFixture(processing).run(speech)
        let shares = (-24...24).map { shift in
            (
                shift,
                made.share(of: shift >= 0 ? speech.delayed(by: shift) : speech.dropFirst(-shift) + [Float](repeating: 0, count: -shift), from: 1)
                    .restDecibels
            )
        }
        let best = try #require(shares.min { $0.1 < $1.1 })
        // Half a millisecond: the filters of webrtc shift low tones more than high ones.
        #expect(abs(best.0) < 20 && best.1 < -5)
    }

    @Test func pinkNoiseIsLoweredAndSpeechKept() throws {
        let speech = [Float](repeating: 0, count: 144_000) + Speech.samples(seconds: 6, levelDecibels: -20)[...]
        let noise = Pink.samples(seconds: 9, levelDecibels: -30)
        let made = try VoiceFixture(.noise).run(speech.mixed(with: noise))
        let lowered = noise.decibels(2..<2.9) - made.decibels(2..<2.9)
        let kept = made.share(of: speech, from: 3.5).decibels
        #expect(lowered > 10)
        #expect(kept > -3)
        #expect(lowered + kept > 10)
    }

    @Test(arguments: [(-40.0, -28.0, -16.0), (-30, -24, -16), (-20, -24, -16)])
    func speechIsBroughtToAboutMinusTwenty(from: Double, low: Double, high: Double) throws {
        let made = try VoiceFixture(.gain).run(Speech.samples(seconds: 14, levelDecibels: from))
        let spoken = made[480_000...].filter { abs($0) > 1e-4 }
        let level = spoken.decibels(0..<Double(spoken.count) / 48_000)
        #expect(level > low && level < high)
        #expect(made.allSatisfy { abs($0) <= 1 })
    }

    @Test func loudSpeechDoesNotClipAndSilenceIsNotPumpedUp() throws {
        let speech = Speech.samples(seconds: 4)
        let highest = speech.reduce(0) { max($0, abs($1)) }
        let loud = try VoiceFixture(.gain).run(speech.map { $0 / highest })
        #expect(loud.allSatisfy { abs($0) < 1 })
        let still = Pink.samples(seconds: 10, levelDecibels: -75)
        let made = try VoiceFixture(.gain).run(still)
        #expect(made.decibels(5..<9.9) - still.decibels(5..<9.9) < 6)
    }

    @Test func theHighPassTakesOutRumbleAlone() throws {
        let rumble = Tone.samples(hertz: 30, amplitude: 0.1, count: 96_000)
        let tone = Tone.samples(hertz: 400, amplitude: 0.1, count: 96_000)
        let lowRumble = try VoiceFixture(.highPass).run(rumble)
        let sameTone = try VoiceFixture(.highPass).run(tone)
        #expect(rumble.decibels(1..<1.9) - lowRumble.decibels(1..<1.9) > 12)
        #expect(abs(tone.decibels(1..<1.9) - sameTone.decibels(1..<1.9)) < 1)
    }

    @Test func switchingWhileItRunsMakesNoClick() throws {
        let fixture = try VoiceFixture()
        let tone = Tone.samples(hertz: 1000, amplitude: 0.1, count: 480_000)
        let made = try fixture.run(tone) { quantum in
            switch quantum % 100 {
            case 20: try fixture.processor.set(.echo)
            case 40: try fixture.processor.set([.echo, .highPass])
            case 60: try fixture.processor.set(.highPass)
            case 80: try fixture.processor.set([])
            // Sooner than the change before can be heard.
            case 82: try fixture.processor.set(.echo)
            case 84: try fixture.processor.set([])
            default: break
            }
        }
        #expect(Tone.largestClick(Array(made.dropFirst(960).dropLast(480))) < 0.001)
        #expect(abs(made.decibels(1..<9.5) - tone.decibels(1..<9.5)) < 0.2)
        #expect(fixture.processor.processing == [])
    }

    @Test func afterSwitchingOffItIsBitForBitAgain() throws {
        let fixture = try VoiceFixture([.noise, .gain])
        let speech = Speech.samples(seconds: 2)
        let made = try fixture.run(speech) { quantum in if quantum == 100 { try fixture.processor.set([]) } }
        #expect(zip(made, speech).dropFirst(60_000).dropLast(480).allSatisfy { $0 == $1 })
    }

    @Test func aMicrophoneThatTurnsStereoIsHeardOnBothSides() throws {
        let left = Speech.samples(seconds: 3, seed: 6)
        let other = Speech.samples(seconds: 3, pitchHertz: 200, seed: 7)
        let right = left[..<72_000] + other[72_000...]
        let made = try VoiceFixture(.highPass).run(left: left, right: Array(right))
        #expect(zip(made.left, made.right).prefix(71_000).allSatisfy { $0 == $1 })
        #expect(abs(made.right.decibels(1.7..<2.9) - other.decibels(1.7..<2.9)) < 1.5)
        #expect(made.right.share(of: other, from: 1.7).restDecibels < -5)
    }
}
