import Foundation
import Frames
import Testing

@testable import Codec

/// Key frames of a page that is typed on, as decoders see them: most slices are those of the key frame before.
@Suite struct KeyframePatchesTests {
    private static func scenario(_ width: Int, _ height: Int, threads: Int, seed: UInt64 = 3) throws -> DeltaScenario {
        let size = PixelSize(width: width, height: height)
        let scenario = try DeltaScenario(
            VideoSettings(size: size, bitsPerSecond: 15_000_000, preset: "veryfast", keyframeInterval: .seconds(60), threads: threads), seed: seed)
        // The first key frame on which little changes tells how fine one has to be, the second one is so.
        try scenario.page(isSolid: true)
        try scenario.type(32, keyframeEach: 8)
        return scenario
    }

    /// Also of sizes that are no multiple of a macroblock, and in slices that libx264 encodes side by side.
    @Test(.timeLimit(.minutes(10)), arguments: [(640, 360, 1), (648, 370, 2)])
    func whatIsTypedIsSeenAndTheRestStaysSharp(width: Int, height: Int, threads: Int) throws {
        let scenario = try Self.scenario(width, height, threads: threads)
        let (start, patched) = (scenario.isOurs.count, scenario.patchedCount)
        try scenario.type(80, keyframeEach: 8)
        let decoded = try scenario.decoded()
        try #require(decoded.count == scenario.bytes * (start + 80))
        #expect(try scenario.decodedByOthers() == decoded)
        // Ten came, and one or two are libx264's; of slices that are encoded side by side more now and then, since how many bits each may take
        // depends on how far the others are.
        #expect(scenario.patchedCount - patched >= (threads == 1 ? 7 : 6), "\(scenario.patchedCount - patched), \(scenario.state)")
        var (worst, stale) = (100.0, 0)
        for number in start..<start + 80 {
            for block in 0..<scenario.columns * scenario.rows {
                let quality = scenario.quality(decoded, number, block)
                worst = min(worst, quality)
                if quality < 30 { stale += 1 }
            }
        }
        #expect(stale == 0, "the worst macroblock has \(worst) dB")
        #expect(scenario.compare(decoded).stale == 0)
    }

    /// libx264 goes on from a picture that decoders get once more, half a picture's time before.
    @Test(arguments: [1, 2]) func anotherSceneDirectlyBehindIsSeenAtOnce(threads: Int) throws {
        let scenario = try Self.scenario(640, 360, threads: threads)
        try scenario.type(81, keyframeEach: 8)
        #expect(scenario.keyframes.contains(scenario.isOurs.count - 1) && scenario.patchedCount > 5)
        let start = scenario.isOurs.count
        try scenario.redraw()
        try scenario.stand(30, keyframeEach: 100)
        try #require(scenario.repeatCount == 1 && scenario.isOurs.count == start + 32 && !scenario.keyframes.contains(start + 1))
        let decoded = try scenario.decoded()
        try #require(decoded.count == scenario.bytes * scenario.isOurs.count)
        #expect(try scenario.decodedByOthers() == decoded)
        let blocks = 0..<scenario.columns * scenario.rows
        #expect(blocks.allSatisfy { scenario.quality(decoded, start, $0, against: start - 1) > 30 })
        #expect(blocks.allSatisfy { scenario.quality(decoded, start + 31, $0) > 30 })
    }

    /// Key frames at any time, scenes that change, pages that come back: decoders and libx264 never disagree.
    @Test(.timeLimit(.minutes(10)), arguments: [1, 3] as [UInt64]) func decodersAndTheEncoderAgree(seed: UInt64) throws {
        let scenario = try Self.scenario(648, 370, threads: Int(seed), seed: seed)
        for _ in 0..<3 {
            try scenario.type(20 + scenario.upTo(20), keyframeEach: 2 + scenario.upTo(6))
            if scenario.upTo(2) == 0 { try scenario.redraw() }
            try scenario.run(scenario.upTo(10))
            try scenario.page(isSolid: true)
            try scenario.type(16, keyframeEach: 4)
        }
        let decoded = try scenario.decoded()
        try #require(decoded.count == scenario.bytes * scenario.isOurs.count)
        #expect(try scenario.decodedByOthers() == decoded)
        #expect(scenario.compare(decoded).stale == 0 && scenario.patchedCount > 5)
        let wrong = decoded.withUnsafeBytes { all in
            scenario.references.filter { memcmp(all.baseAddress! + $0.key * scenario.bytes, $0.value, scenario.bytes) != 0 }.keys.sorted()
        }
        #expect(wrong.isEmpty && scenario.references.count > 60, "pictures \(wrong)")
    }
}
