import Fixtures
import Foundation
import MediaFixtures
import Platform
import Testing

@testable import Codec

@Suite struct TwoSidedAACTests {
    private static func tone(_ hertz: Double, _ sample: Int) -> Float { Float(0.25 * sin(2 * .pi * hertz * Double(sample) / 48_000)) }

    /// What is decoded of both sides, each sample at its place.
    private static func decoded(
        _ settings: AudioSettings, seconds: Double, signal: (Int) -> (Float, Float)
    ) throws -> (left: [Float], right: [Float]) {
        let scratch = Scratch()
        let sound = AudioCase(container: .mp4, settings: settings)
        let file = try sound.file(in: scratch, seconds: seconds, signal: signal)
        return (try sound.decoded(file, in: scratch), try sound.decoded(file, side: 1, in: scratch))
    }

    private static func worst(_ heard: [Float], _ range: Range<Int>, _ drawn: (Int) -> Float) -> Float {
        range.reduce(0) { max($0, abs(heard[$1] - drawn($1))) }
    }

    /// A click in each second makes libavcodec cut frames in eight.
    @Test(arguments: [
        AudioSettings(), AudioSettings(sampleRate: 44_100), AudioSettings(bitsPerSecond: 512_000), AudioSettings(bitsPerSecond: 24_000),
    ])
    func whatIsOnBothSidesIsHeardOnBothAlike(settings: AudioSettings) throws {
        let heard = try Self.decoded(settings, seconds: 3) { sample in
            let both = Self.tone(300, sample) * (sample % 48_000 < 200 ? 3 : 1)
            return (both, both)
        }
        // Counted: to say where they differ would take minutes.
        let different = zip(heard.left, heard.right).count { $0 != $1 }
        #expect(different == 0 && heard.left.count == heard.right.count)
        #expect(heard.left.contains { abs($0) > 0.2 })
    }

    /// Sides that differ for a second and a half, and are the same before and long after.
    @Test(arguments: [128_000, 256_000]) func nothingIsHeardOfTheChange(bitsPerSecond: Int) throws {
        func right(_ sample: Int) -> Float {
            let differs = (72_000..<144_000).contains(sample)
            return Self.tone(500, sample) + (differs ? Self.tone(900, sample - 72_000) : 0)
        }
        let heard = try Self.decoded(AudioSettings(bitsPerSecond: bitsPerSecond), seconds: 6) { (Self.tone(500, $0), right($0)) }
        let left = Self.worst(heard.left, 4_800..<280_000) { Self.tone(500, $0) }
        #expect(left < 0.01, "left \(left)")
        // What begins and ends at once is heard some samples before.
        for range in [4_800..<70_000, 74_000..<142_000, 148_000..<280_000] {
            let worst = Self.worst(heard.right, range, right)
            #expect(worst < 0.01, "right \(worst) in \(range)")
        }
    }

    @Test func eachFrameIsAPacketWhicheverEncoderMakesIt() throws {
        let encoder = try AudioEncoder(AudioSettings())
        let packets = try TestAudio.packets(encoder, seconds: 5) { sample in
            (Self.tone(500, sample), Self.tone(sample / 96_000 == 1 ? 700 : 500, sample))
        }
        let times = packets.map { ($0.pts - .zero).inSeconds }
        #expect(packets.count >= 5 * 48_000 / 1024 + 1)
        for (earlier, later) in zip(times, times.dropFirst()) {
            #expect(abs(later - earlier - 1024.0 / 48_000) < 1e-8)
        }
    }

    @Test func oneChannelIsEncodedOnlyWhileBothAreTheSame() throws {
        let encoder = try AudioEncoder()
        var count = 0
        func encode(frames: Int, right: Double) throws {
            let samples = (count * 1024..<(count + frames) * 1024).flatMap { [Self.tone(500, $0), Self.tone(right, $0)] }
            try samples.withUnsafeBufferPointer { try encoder.encode($0, at: .zero + .seconds(Double(count) * 1024 / 48_000)) { _ in } }
            count += frames
        }
        try encode(frames: 3, right: 500)
        #expect(encoder.isOneChannel)
        try encode(frames: 1, right: 700)
        #expect(!encoder.isOneChannel)
        try encode(frames: TwoSidedAAC.calmCount - 1, right: 500)
        #expect(!encoder.isOneChannel)
        try encode(frames: 2, right: 500)
        #expect(encoder.isOneChannel)
    }
}
