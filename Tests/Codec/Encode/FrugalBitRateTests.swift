import CLibAV
import Fixtures
import MediaFixtures
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
        let context = try AudioContext(settings)
        let frame = try context.makeFrame()
        defer {
            var frame: UnsafeMutablePointer<AVFrame>? = frame
            av_frame_free(&frame)
        }
        var noise = SeededRandom(seed: 1)
        func bytes(_ number: Int, isNoise: Bool) throws -> Int {
            let samples = UnsafeMutableRawPointer(frame.pointee.data.0!).assumingMemoryBound(to: Float.self)
            for index in 0..<1024 {
                samples[index] = isNoise ? Float(noise.next() % 20_000) / 100_000 - 0.1 : TestAudio.tone(number * 1024 + index, amplitude: 0.1)
            }
            frame.pointee.pts = Int64(number) * 1024
            var bytes = 0
            try context.encode(frame) { bytes += Int($0.pointee.size) }
            return bytes
        }
        for number in 0..<100 { _ = try bytes(number, isNoise: false) }
        let told = try #require(context.rate?.told)
        #expect(told < 64_000 && Double(context.pointer.pointee.bit_rate) < 64_000, "\(told)")
        // The packet of a frame comes with the next one. Of the first frames libavcodec knows how they are to be cut.
        let sizes = try (100..<150).map { try bytes($0, isNoise: true) }
        #expect(context.rate?.told == 128_000)
        let whole = 128_000.0 / 8 * 1024 / 48_000
        for (index, size) in sizes.enumerated().dropFirst(3) { #expect(Double(size) > 0.6 * whole, "frame \(index) behind the tone") }
    }
}
