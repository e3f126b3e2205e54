import Foundation
import Frames
import Testing

@testable import Codec

/// Streams in which pictures of ours stand between those of libx264, as decoders see them.
@Suite struct DeltaStreamTests {
    /// More than one scenario in a nightly run.
    private static var scenarios: UInt64 { ProcessInfo.processInfo.environment["TESTS_DAMAGE_SCENARIOS"].flatMap(UInt64.init) ?? 1 }

    private static func settings(_ width: Int, _ height: Int, _ preset: String, threads: Int) -> VideoSettings {
        VideoSettings(
            size: PixelSize(width: width, height: height), bitsPerSecond: 1_500_000, preset: preset, keyframeInterval: .seconds(8), threads: threads)
    }

    /// Sizes that are no multiple of a macroblock; slices, references and weights as presets have them.
    @Test(
        .timeLimit(.minutes(60)),
        arguments: [
            (328, 184, "veryfast", 1), (328, 184, "veryfast", 3), (176, 144, "superfast", 2), (328, 190, "medium", 2), (200, 98, "slower", 1),
        ])
    func whatNothingChangedStaysToTheByte(width: Int, height: Int, preset: String, threads: Int) throws {
        for seed in 1...Self.scenarios {
            let scenario = try DeltaScenario(Self.settings(width, height, preset, threads: threads), seed: seed)
            try scenario.run(400)
            let decoded = try scenario.decoded()
            try #require(decoded.count == scenario.bytes * 400 && scenario.isOurs.count == 400)
            let comparison = scenario.compare(decoded)
            #expect(comparison.ours > 70 && comparison.stale == 0 && comparison.changed > 250, "seed \(seed): \(comparison)")
            // libx264 may have got many more bits since then, but seldom.
            #expect(comparison.gain > -Double(comparison.followed), "seed \(seed): \(comparison)")
            #expect(comparison.worse * 20 < comparison.followed, "seed \(seed): \(comparison)")
            #expect(try scenario.decodedByOthers() == decoded)
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: [(1280, 720), (1920, 1080), (3840, 2160)])
    func largePicturesToo(width: Int, height: Int) throws {
        let scenario = try DeltaScenario(Self.settings(width, height, "superfast", threads: 2), seed: 5)
        try scenario.run(8)
        let decoded = try scenario.decoded()
        let comparison = scenario.compare(decoded)
        #expect(comparison.stale == 0 && decoded.count == scenario.bytes * 8, "\(comparison)")
        #expect(try scenario.decodedByOthers() == decoded)
    }

    /// Also two at once, also in many slices; and afterwards the stream goes on as before.
    @Test(arguments: [("veryfast", 1, 7), ("veryfast", 3, 1), ("medium", 2, 2)])
    func theKeyframeOfAStillScreenIsSentAgain(preset: String, threads: Int, gop: Int) throws {
        var settings = Self.settings(328, 184, preset, threads: threads)
        settings.repeatsHeaders = gop == 7
        let scenario = try DeltaScenario(settings, seed: 6)
        try scenario.run(40)
        // Until it is as good as it gets.
        try scenario.stand(60, keyframeEach: 30)
        let start = scenario.isOurs.count
        try scenario.stand(40, keyframeEach: gop)
        let end = scenario.isOurs.count
        for _ in 0..<3 { try scenario.change() }
        try scenario.run(60)
        let decoded = try scenario.decoded()
        try #require(decoded.count == scenario.bytes * (end + 63))
        #expect(try scenario.decodedByOthers() == decoded)
        let first = decoded[start * scenario.bytes..<(start + 1) * scenario.bytes]
        for number in start..<end {
            #expect(scenario.keyframes.contains(number) == ((number - start) % gop == 0))
            #expect(scenario.isOurs[number] == !scenario.keyframes.contains(number), "picture \(number) is libx264's")
            // Another number may move its bits.
            if scenario.keyframes.contains(number) { #expect(abs(scenario.byteCounts[number] - scenario.byteCounts[start]) < 8 * threads) }
            #expect(decoded[number * scenario.bytes..<(number + 1) * scenario.bytes] == first, "picture \(number) looks different")
        }
        // 7.4.3: neighbours have different ones.
        let numbers = (start...end + 2).compactMap { scenario.keyNumbers[$0] }
        #expect(numbers == numbers.indices.map { (numbers[0] + UInt32($0)) % 2 } && numbers.count > 5)
        for number in end..<end + 3 {
            let blocks = scenario.changed[number]
            let gain = blocks.map { scenario.quality(decoded, number, $0) - scenario.quality(decoded, number, $0, against: number - 1) }.reduce(
                0, +)
            #expect(gain > 6 * Double(blocks.count), "picture \(number), a key frame of something new: \(gain) dB in \(blocks.count) blocks")
        }
        #expect(scenario.compare(decoded).stale == 0)
    }

    /// A macroblock's edges too: of a key frame that is deblocked they are what is worst, and no bits help.
    @Test(arguments: [1, 2]) func theLettersOfAKeyframeAreSharp(threads: Int) throws {
        var settings = Self.settings(328, 184, "veryfast", threads: threads)
        settings.constantQuality = 20
        let scenario = try DeltaScenario(settings, seed: 8)
        try scenario.page()
        let decoded = try scenario.decoded()
        let blocks = (0..<scenario.columns * scenario.rows).map { scenario.quality(decoded, 0, $0) }
        #expect(blocks.min()! > 36, "\(blocks.min()!) dB, on average \(blocks.reduce(0, +) / Double(blocks.count))")
    }

    /// By even and odd rows, up and down; what is ours is as sharp as what it refers to.
    @Test(arguments: [(656, 400, "veryfast", 1, 12), (656, 400, "superfast", 3, 5), (656, 390, "medium", 2, 14), (336, 784, "veryfast", 1, 20)])
    func whatIsScrolledMovesAlong(width: Int, height: Int, preset: String, threads: Int, rows: Int) throws {
        var settings = Self.settings(width, height, preset, threads: threads)
        settings.bitsPerSecond = 4_000_000
        let scenario = try DeltaScenario(settings, seed: 11)
        try scenario.page(isSolid: true)
        try scenario.scroll(120, rows: rows, keyframeEach: 40)
        let decoded = try scenario.decoded()
        try #require(decoded.count == scenario.bytes * 121)
        #expect(try scenario.decodedByOthers() == decoded)
        let ours = scenario.isOurs.indices.filter { scenario.isOurs[$0] }
        #expect(ours.count > 25, "\(ours.count) of 121")
        let qualities = (0...120).map { number in
            (0..<scenario.columns * scenario.rows).map { min(50, scenario.quality(decoded, number, $0)) }.reduce(0, +)
                / Double(scenario.columns * scenario.rows)
        }
        for number in ours {
            #expect(qualities[number] > qualities[number - 1] - 2, "picture \(number): \(qualities[number - 1]), then \(qualities[number]) dB")
        }
    }

    /// It is not encoded anew: libx264's pictures behind a key frame are smaller, all together, than that.
    @Test(arguments: [(22, "veryfast"), (31, "veryfast"), (24, "superfast"), (40, "veryfast")])
    func whatMovesByMoreThanALineIsFound(rows: Int, preset: String) throws {
        var settings = Self.settings(656, 784, preset, threads: 1)
        settings.constantQuality = 20
        let scenario = try DeltaScenario(settings, seed: 12)
        try scenario.page(isSolid: true)
        try scenario.scrollEvenly(60, rows: rows, keyframeEach: 20)
        let keyframes = scenario.keyframes.sorted().dropFirst()
        for key in keyframes {
            let libx264s = (key + 1..<key + 20).filter { !scenario.isOurs[$0] }.map { scenario.byteCounts[$0] }
            #expect(libx264s.count > 5 && libx264s.reduce(0, +) < scenario.byteCounts[key], "\(scenario.byteCounts[key]), then \(libx264s)")
        }
    }

    /// Each key frame with its headers, which are those of the stream.
    @Test func headersThatComeAlongAreThoseOfTheStream() throws {
        var settings = Self.settings(328, 184, "veryfast", threads: 1)
        settings.repeatsHeaders = true
        let scenario = try DeltaScenario(settings, seed: 3)
        try scenario.run(120)
        let decoded = try scenario.decoded()
        #expect(scenario.compare(decoded).stale == 0 && decoded.count == scenario.bytes * 120)
    }

    @Test func aConstantQualityHasThemToo() throws {
        var settings = Self.settings(328, 184, "veryfast", threads: 2)
        settings.constantQuality = 20
        let scenario = try DeltaScenario(settings, seed: 4)
        try scenario.run(200)
        let comparison = scenario.compare(try scenario.decoded())
        #expect(comparison.stale == 0 && comparison.ours > 20, "\(comparison)")
    }

    @Test func otherStreamsAreLibx264sAlone() throws {
        var settings = Self.settings(328, 184, "ultrafast", threads: 1)
        settings.profile = .baseline
        for settings in [settings, Self.settings(328, 184, "ultrafast", threads: 1)] {
            let scenario = try DeltaScenario(settings, seed: 1)
            try scenario.run(60)
            #expect(!scenario.isOurs.contains(true))
            #expect(try scenario.decoded().count == scenario.bytes * 60)
        }
    }
}
