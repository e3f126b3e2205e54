import Codec
import Fixtures
import Foundation
import MediaFixtures
import Platform
import Testing

@Suite struct AudioEncoderTests {
    @Test func packetTimesAreCountedInSamplesFromTheFirstOne() throws {
        let media = try TestMedia()
        var times: [Duration] = []
        for quantum in 0..<100 { try media.sound(at: .milliseconds(quantum * 10)) { times.append($0.pts - media.start) } }
        try media.audio.flush { times.append($0.pts - media.start) }
        #expect(times.count >= 47)
        for (index, time) in times.enumerated() {
            // The first packet is the encoder's delay: it decodes to the 1024 samples before the first.
            let samples = Double(index - 1) * 1024
            #expect(abs(time.inSeconds - samples / 48_000) < 1e-8)
        }
    }

    @Test(arguments: [AudioSettings(), AudioSettings(codec: .opus), AudioSettings(sampleRate: 44_100)])
    func itSaysHowMuchIsMissingUntilTheNextPacket(settings: AudioSettings) throws {
        let encoder = try AudioEncoder(settings)
        // Of 44.1 kHz the resampler holds some back.
        let held = settings.sampleRate == 44_100 ? 64 : 0
        let samples = [Float](repeating: 0, count: 2 * 480)
        // The first packet of an encoder comes later, for its delay.
        var (fed, packets, missing) = (0, 0, encoder.missing)
        for quantum in 0..<200 {
            var made = 0
            try samples.withUnsafeBufferPointer { try encoder.encode($0, at: .zero + .milliseconds(10 * quantum)) { _ in made += 1 } }
            fed += 480
            if fed < missing { #expect(made == 0) }
            if fed >= missing + held, packets > 0 { #expect(made == 1, "at \(quantum)") }
            if made > 0 || fed >= missing + held { (packets, fed, missing) = (packets + made, 0, encoder.missing) }
        }
        #expect(packets >= 85)
    }

    /// The encoder's own delay: the samples that the first packet decodes to before the first of the mix.
    private static let delays: [AudioCodec: Int] = [.aac: 1024, .opus: 312]

    @Test(arguments: [AudioSettings(sampleRate: 44_100, channels: 1), AudioSettings(codec: .opus, channels: 1)])
    func anHourLaterNoSampleIsMissingOrTooMany(settings: AudioSettings) throws {
        let encoder = try AudioEncoder(settings)
        let (frame, rate) = (settings.codec == .aac ? 1024 : 960, settings.sampleRate)
        let silence = [Float](repeating: 0, count: 960 * 100)
        var (count, irregular) = (0, 0)
        var end = MediaTime.zero
        func look(_ packet: Packet) {
            let sample = count * frame - Self.delays[settings.codec]!
            if abs((packet.pts - .zero).inSeconds - Double(sample) / Double(rate)) > 1e-8 { irregular += 1 }
            (count, end) = (count + 1, packet.pts + packet.duration)
        }
        // A second at a time: nothing depends on the quantum's length.
        for second in 0..<3600 {
            try silence.withUnsafeBufferPointer { try encoder.encode($0, at: .zero + .seconds(second), emit: look) }
        }
        try encoder.flush(emit: look)
        #expect(irregular == 0)
        let surplus = (end - MediaTime.zero).inSeconds - 3600
        #expect(surplus >= 0 && surplus < 2 * Double(frame) / Double(rate), "\(surplus)")
    }

    @Test(arguments: [AudioSettings(), AudioSettings(sampleRate: 44_100), AudioSettings(codec: .opus)])
    func missingQuantaMoveTheTimeAlong(settings: AudioSettings) throws {
        let media = try TestMedia(audio: settings)
        var last = MediaTime.zero
        for quantum in 0..<50 { try media.sound(at: .milliseconds(quantum * 10)) { last = $0.pts } }
        for quantum in 200..<250 {
            try media.sound(at: .milliseconds(quantum * 10)) {
                #expect($0.pts > last)
                last = $0.pts
            }
        }
        let end = (last - media.start).inSeconds
        #expect(end > 2.4 && end < 2.5)
    }

    @Test(arguments: [
        (AudioSettings(sampleRate: 44_000), "44000"), (AudioSettings(codec: .opus, sampleRate: 44_100), "48000"),
        (AudioSettings(channels: 3), "3 channels"), (AudioSettings(channels: 1, bitsPerSecond: 300_000), "8000 to 256000"),
        (AudioSettings(codec: .opus, bitsPerSecond: 11_000), "12000 to 512000"), (AudioSettings(bitsPerSecond: 15_000), "16000 to 512000"),
    ])
    func aWrongSettingIsNamed(settings: AudioSettings, part: String) throws {
        let error = try #require(throws: CodecError.self) { _ = try AudioEncoder(settings) }
        #expect(error.code == .invalidSetting && error.message.contains(part), "\(error.message)")
    }

    @Test(arguments: AudioCodec.allCases, [1, 2]) func theEndsOfTheBitRatesCanBeEncoded(codec: AudioCodec, channels: Int) throws {
        let range = codec.bitRates(channels: channels)
        for rate in [range.lowerBound, range.upperBound] {
            let encoder = try AudioEncoder(AudioSettings(codec: codec, channels: channels, bitsPerSecond: rate))
            let packets = try TestAudio.packets(encoder, seconds: 1) { _ in (Float.random(in: -0.5...0.5), Float.random(in: -0.5...0.5)) }
            let bits = packets.reduce(0) { $0 + $1.byteCount } * 8
            // What libavcodec's AAC does below its liking is its own affair, but more is not less.
            #expect(bits < rate * 2 + 100_000 && bits > rate / 3, "\(bits) for \(rate)")
        }
    }

    @Test func anotherCodecGetsWhatItCanHave() throws {
        let opus = AudioSettings(sampleRate: 44_100, channels: 1, bitsPerSecond: 8_000).reencoded(to: .opus)
        #expect(opus == AudioSettings(codec: .opus, sampleRate: 48_000, channels: 1, bitsPerSecond: 8_000))
        let aac = AudioSettings(codec: .opus, bitsPerSecond: 12_000).reencoded(to: .aac)
        #expect(aac.bitsPerSecond == 16_000)
        try aac.validate()
    }

    /// Syllables of a voice of 120 Hz with pauses between, of which libavcodec by its own choice keeps 24 and 47 dB.
    @Test(arguments: [64_000, 128_000]) func ofAVoiceLittleIsLost(bitsPerSecond: Int) throws {
        let scratch = Scratch()
        let sound = AudioCase(container: .mp4, settings: AudioSettings(bitsPerSecond: bitsPerSecond))
        func voice(_ sample: Int) -> Float {
            let time = Double(sample) / 48_000, phase = time.truncatingRemainder(dividingBy: 0.25)
            guard phase < 0.18 else { return 0 }
            let overtones = (1...12).reduce(0.0) { $0 + sin(2 * .pi * 120 * Double($1) * time) / Double($1) }
            return Float(0.2 * sin(.pi * phase / 0.18) * overtones)
        }
        let heard = try sound.decoded(try sound.file(in: scratch, seconds: 2) { (voice($0), voice($0)) }, in: scratch)
        let (signal, noise) = (4_800..<90_000).reduce((0.0, 0.0)) { sums, sample in
            let (drawn, lost) = (Double(voice(sample)), Double(heard[sample] - voice(sample)))
            return (sums.0 + drawn * drawn, sums.1 + lost * lost)
        }
        let decibels = 10 * log10(signal / noise)
        #expect(decibels > 57, "\(decibels) dB")
    }
}
