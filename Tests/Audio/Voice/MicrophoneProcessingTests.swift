import Testing

@testable import Audio

/// libavfilter's part in the processing of a microphone.
@Suite struct MicrophoneProcessingTests {
    @Test func theWordsAreReadInAnyOrderAndShownInOne() throws {
        #expect(try VoiceProcessing(parsing: "compressor,gate,echo").words == ["echo", "gate", "compressor"])
        let error = #expect(throws: AudioError.self) { try VoiceProcessing(parsing: "gate,reverb") }
        #expect(error?.message.contains("reverb") == true && error?.message.contains("equalizer and compressor") == true)
    }

    @Test(arguments: [VoiceProcessing.gate, .equalizer, [.noise, .gate, .equalizer, .compressor]])
    func everyChoiceIsEquallyLate(processing: VoiceProcessing) throws {
        let speech = Speech.samples(seconds: 3, levelDecibels: -20)
        let made = try VoiceFixture(processing).run(speech)
        let rests = (-24...24).map { shift in
            let moved = shift >= 0 ? speech.delayed(by: shift) : speech.dropFirst(-shift) + [Float](repeating: 0, count: -shift)
            return (shift, made.share(of: moved, from: 1).restDecibels)
        }
        let best = try #require(rests.min { $0.1 < $1.1 })
        #expect(abs(best.0) < 20 && best.1 < -5, "\(best)")
    }

    @Test func switchingWhileItRunsIsACrossFade() throws {
        let tone = Tone.samples(hertz: 200, amplitude: 0.05, count: 144_000)
        let fixture = try VoiceFixture()
        let made = try fixture.run(tone) { quantum in
            if quantum == 100 { try fixture.processor.set([.gate, .compressor]) }
            if quantum == 200 { try fixture.processor.set([]) }
        }
        // The compressor makes what is below its threshold 4 dB louder: no step is larger than the tone's own by more than that and the fade's.
        let largest = zip(made, made.dropFirst()).map { abs($1 - $0) }.dropLast(480).max() ?? 0
        #expect(largest < 0.05 * 2 * .pi * 200 / 48_000 * 1.8, "\(largest)")
        let processed = made.decibels(1.5..<1.9) - tone.decibels(1.5..<1.9)
        #expect(processed > 3.5 && processed < 4.6)
        #expect(zip(made, tone).suffix(24_000).dropLast(480).allSatisfy { $0 == $1 })
    }
}
