import Fixtures
import MediaFixtures
import Platform
import Testing

@testable import Codec

@Suite struct FrugalBitRateTests {
    @Test func whatFramesComeToIsToldWithSomeRoom() {
        var rate = FrugalBitRate(bitsPerSecond: 128_000)
        #expect(rate.told == 128_000)
        for _ in 0..<100 { rate.encoded(bitsPerSecond: 60_000) }
        #expect(rate.told > 60_000 * 1.05 && rate.told < 60_000 * 1.2, "\(rate.told)")
    }

    @Test func neverLessThanAQuarterIsTold() {
        var rate = FrugalBitRate(bitsPerSecond: 128_000)
        for _ in 0..<1000 { rate.encoded(bitsPerSecond: 1_500) }
        #expect(rate.told == 32_000)
    }

    @Test func aFrameThatWantsMoreHasAllOfItFromTheNextOneOn() {
        var rate = FrugalBitRate(bitsPerSecond: 128_000)
        for _ in 0..<100 { rate.encoded(bitsPerSecond: 40_000) }
        rate.encoded(bitsPerSecond: rate.told)
        #expect(rate.told == 128_000)
    }

    /// By libavcodec: a tone needs little, and noise behind it gets as many bits as noise that was always there.
    @Test func libavcodecFollowsIt() throws {
        var settings = AudioSettings()
        settings.channels = 1
        let quiet = try AudioEncoder(settings)
        var told = 0
        _ = try TestAudio.packets(quiet, seconds: 2) { sample in
            // Before the end, which is no tone.
            if sample == 90_000 { told = quiet.toldBitsPerSecond ?? 0 }
            return (TestAudio.tone(sample, amplitude: 0.1), TestAudio.tone(sample, amplitude: 0.1))
        }
        #expect(told > 0 && told < 64_000, "\(told)")

        let encoder = try AudioEncoder(settings)
        var noise = SeededRandom(seed: 1)
        let packets = try TestAudio.packets(encoder, seconds: 3) { sample in
            let value = sample < 96_000 ? TestAudio.tone(sample, amplitude: 0.1) : Float(noise.next() % 20_000) / 100_000 - 0.1
            return (value, value)
        }
        let whole = 128_000.0 / 8 * 1024 / 48_000
        // Of the first frames of the noise libavcodec knows how they are to be cut.
        for packet in packets.dropLast(3) where packet.pts > .zero + .milliseconds(2_070) {
            #expect(Double(packet.byteCount) > 0.6 * whole, "\(packet.byteCount) bytes at \(packet.pts)")
        }
        #expect(packets.contains { $0.pts > .zero + .milliseconds(2_900) })
    }
}
