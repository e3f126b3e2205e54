import Codec
import Fixtures
import Foundation
import MediaFixtures
import Testing

/// Every codec in every container that takes it, read by a decoder that is not ours.
@Suite struct AudioContainerTests {
    @Test(arguments: AudioCase.all) func soundIsHeardWhereItWasPut(one: AudioCase) throws {
        let scratch = Scratch()
        let file = try one.file(in: scratch, seconds: 2) { sample in
            let value: Float = (24_000..<24_480).contains(sample) ? TestAudio.tone(sample + 12, amplitude: 0.9) : 0
            return (value, value)
        }
        let decoded = try one.decoded(file, in: scratch)
        let heard = Double(try #require(decoded.firstIndex { abs($0) > 0.3 })) / 48_000
        #expect(abs(heard - 0.5) < 0.003, "heard at \(heard) s")
    }

    @Test(arguments: AudioCase.all) func aToneKeepsItsPitchAndItsLevel(one: AudioCase) throws {
        let scratch = Scratch()
        let file = try one.file(in: scratch, seconds: 3, isSeekable: false) { sample in
            let value = TestAudio.tone(sample, amplitude: 0.2)
            return (value, value)
        }
        let decoded = try one.decoded(file, in: scratch)
        try #require(decoded.count > 2 * 48_000)
        var (sine, cosine, square) = (0.0, 0.0, 0.0)
        for index in 0..<48_000 {
            let (value, angle) = (Double(decoded[48_000 + index]), Double(index % 48) * 2 * .pi / 48)
            (sine, cosine, square) = (sine + value * sin(angle), cosine + value * cos(angle), square + value * value)
        }
        // Of exactly 1 kHz: half a hertz beside it, this would be zero after a second, or little.
        let amplitude = (sine * sine + cosine * cosine).squareRoot() / 24_000
        let level = (square / 24_000).squareRoot()
        #expect(abs(20 * log10(amplitude / 0.2)) < 0.3, "\(amplitude)")
        #expect(abs(20 * log10(level / amplitude)) < 0.1, "something else is heard: \(level), \(amplitude)")
    }

    @Test(arguments: AudioCase.all) func theFileSaysWhatItHolds(one: AudioCase) throws {
        let scratch = Scratch()
        let file = try one.file(in: scratch, seconds: 1) { _ in (0, 0) }
        let rows = Program.probe(file, "stream=codec_name,sample_rate,channels", ["-select_streams", "a"])
        #expect(rows.first { $0.count >= 3 }?.prefix(3) == [one.settings.codec.rawValue, "\(one.settings.sampleRate)", "\(one.settings.channels)"])
    }

    @Test(arguments: [AudioSettings(channels: 1), AudioSettings(sampleRate: 44_100, channels: 1), AudioSettings(codec: .opus, channels: 1)])
    func oneChannelIsTheAverageOfBoth(settings: AudioSettings) throws {
        let scratch = Scratch()
        let one = AudioCase(container: .mka, settings: settings)
        let file = try one.file(in: scratch, seconds: 2) { (TestAudio.tone($0, amplitude: 0.4), 0) }
        let decoded = try one.decoded(file, in: scratch)
        let loudest = decoded[24_000..<72_000].max() ?? 0
        #expect(abs(20 * log10(loudest / 0.2)) < 0.5, "\(loudest)")
    }

    @Test func aContainerForSoundAloneTakesNoOther() throws {
        let media = try TestMedia()
        #expect(throws: CodecError.self) { try Muxer(.ogg, streams: [media.audio.stream], start: .zero, into: MemorySink()) }
    }
}
