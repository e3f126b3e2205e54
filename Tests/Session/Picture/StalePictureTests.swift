import Codec
import Foundation
import Frames
import Testing

@testable import Session

/// Nothing of an earlier picture is seen in a stream whose encoder is told what changed.
@Suite struct StalePictureTests {
    /// Where blocks of a stream are worse than those of the same pictures encoded without being told anything.
    private struct Comparison {
        var blocks = 0
        /// By more than 3 dB, and what they show is nearer to what was there before.
        var stale = 0
        /// By more than 3 dB in two pictures running, and to be seen.
        var blurred = 0
        var worst = 0.0
    }

    /// In decibels: off by one of 255 levels on average.
    private static let exact = 48.0
    /// Off by two and a half. The two streams spend their bits at different times: above this, and for one picture, either may be the finer one.
    private static let sharp = 40.0
    /// So many pictures back are looked at for what a block shows.
    private static let memory = 8

    /// More than one scenario in a nightly run.
    private static var scenarios: UInt64 { ProcessInfo.processInfo.environment["TESTS_DAMAGE_SCENARIOS"].flatMap(UInt64.init) ?? 1 }
    private static var isNightly: Bool { scenarios > 1 }

    @Test(
        .timeLimit(.minutes(60)),
        arguments: [(false, 1, ChromaSampling.half), (false, 3, .half), (true, 1, .half), (false, 1, .full), (true, 2, .full)])
    func everyBlockIsAsGoodAsWithoutBeingTold(isReduced: Bool, threads: Int, sampling: ChromaSampling) throws {
        for seed in 1...Self.scenarios {
            for canvas in Self.isNightly ? [DamageScenario.small, DamageScenario.large] : [DamageScenario.large] {
                let scenario = try DamageScenario(seed: seed, canvas: canvas, isReduced: isReduced, threads: threads, sampling: sampling)
                let streams = try scenario.run(Self.isNightly ? 400 : 150)
                #expect(scenario.untold == 0, "seed \(seed)")
                let comparison = try compare(scenario, streams)
                #expect(comparison.stale == 0 && comparison.blurred == 0, "seed \(seed), \(canvas): \(comparison)")
            }
        }
    }

    /// A change after half a second without any, just when the bit rate was raised: libx264 had next to nothing in its buffer, and showed what had
    /// been there before.
    @Test func aBufferThatIsNearlyEmptyLeavesNothingOut() throws {
        let scenario = try DamageScenario(seed: 4, canvas: DamageScenario.small)
        let streams = try scenario.run(260)
        let comparison = try compare(scenario, streams)
        #expect(comparison.stale == 0 && comparison.blurred == 0, "\(comparison)")
    }

    /// libx264 had no bits left for a change that a picture of ours had shown: in every other run what had been there before was seen once more.
    @Test func whereBitsAreShortNoChangeGoesAgain() throws {
        for _ in 0..<2 {
            let scenario = try DamageScenario(seed: 4, threads: 3, bitsPerMacroblock: DamageScenario.ampleBits / 4)
            let comparison = try compare(scenario, try scenario.run(400))
            #expect(comparison.stale == 0, "\(comparison)")
        }
    }

    /// The check itself: of 100 changes one is not told.
    @Test func whatIsNotToldIsNoticed() throws {
        let scenario = try DamageScenario(seed: 1, canvas: DamageScenario.small, forgotten: 1)
        let streams = try scenario.run(400)
        #expect(scenario.untold > 0)
        #expect(try compare(scenario, streams).stale > 0)
    }

    private func compare(_ scenario: DamageScenario, _ streams: (map: [UInt8], plain: [UInt8])) throws -> Comparison {
        let bytes = scenario.bytes
        try #require(streams.map.count == bytes * scenario.originals.count && streams.plain.count == streams.map.count)
        var comparison = Comparison()
        var wereWorse: Set<Int> = []
        for (number, original) in scenario.originals.enumerated() {
            let told = streams.map[(number * bytes)..<((number + 1) * bytes)]
            let untold = streams.plain[(number * bytes)..<((number + 1) * bytes)]
            var areWorse: Set<Int> = []
            for (index, part) in Self.blocks(of: scenario.size).enumerated() {
                let reached = Self.decibels(part, original[...], told, scenario)
                let possible = Self.decibels(part, original[...], untold, scenario)
                comparison.blocks += 1
                comparison.worst = max(comparison.worst, possible - reached)
                guard reached < possible - 3, reached < Self.exact else { continue }
                areWorse.insert(index)
                let earlier = scenario.originals[max(0, number - Self.memory)..<number]
                if earlier.contains(where: { Self.decibels(part, $0[...], told, scenario) > reached }) { comparison.stale += 1 }
                if reached < Self.sharp, wereWorse.contains(index) { comparison.blurred += 1 }
            }
            wereWorse = areWorse
        }
        return comparison
    }

    private static func blocks(of size: PixelSize) -> [PixelRectangle] {
        stride(from: 0, to: size.height, by: 16).flatMap { y in
            stride(from: 0, to: size.width, by: 16).map { x in
                PixelRectangle(x: x, y: y, width: 16, height: 16).intersection(PixelRectangle(of: size))
            }
        }
    }

    /// Peak signal to noise of a block's luma, or of all that is as large.
    private static func decibels(
        _ part: PixelRectangle, _ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>, _ scenario: DamageScenario
    ) -> Double {
        one.withUnsafeBufferPointer { one in
            other.withUnsafeBufferPointer { other in
                var sum = 0
                let size = scenario.size
                for row in 0..<part.height * scenario.wholePlanes {
                    let first = (row / part.height * size.height + part.y + row % part.height) * size.width
                    for index in first + part.x..<first + part.maxX {
                        let difference = Int(one[index]) - Int(other[index])
                        sum += difference * difference
                    }
                }
                return 10 * log10(255 * 255 / (Double(sum) / Double(part.area * scenario.wholePlanes) + 0.01))
            }
        }
    }
}
