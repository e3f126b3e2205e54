import Events
import Frames
import Platform
import Testing

@testable import Session

@Suite struct LoadSheddingTests {
    private static let hd = PixelSize(width: 1280, height: 720)

    /// A machine on which a picture takes so long, and is looked at five times a second.
    private struct Bench {
        var load = LoadShedding(framesPerSecond: 30)
        var now = 0.0
        var (pictures, busy) = (0.0, 0.0)
        var told: [(at: Double, changes: EncoderEvent)] = []

        mutating func run(_ seconds: Double, milliseconds: Double) {
            for _ in 0..<Int((seconds * 5).rounded()) {
                now += 0.2
                let rate = min(load.mostFramesPerSecond.perSecond, 1000 / milliseconds)
                pictures += rate * 0.2
                busy += rate * 0.2 * milliseconds
                let changes = load.changes(
                    pictures: UInt64(pictures.rounded()), busy: .microseconds(Int64((busy * 1000).rounded())), canvas: LoadSheddingTests.hd,
                    at: .zero + .seconds(now))
                told += changes.map { (now, $0) }
            }
        }
    }

    @Test func aMachineThatKeepsUpShedsNothing() {
        var bench = Bench()
        bench.run(30, milliseconds: 25)
        #expect(bench.told.isEmpty && bench.load.mostFramesPerSecond == 30)
    }

    @Test func tooSlowItHalvesTheFramesUntilThereIsTime() {
        var bench = Bench()
        bench.run(4, milliseconds: 50)
        #expect(bench.load.mostFramesPerSecond == 15)
        #expect(bench.told.map(\.changes).contains(.loadShed(.frameRate(15), .overload)))
        bench.run(4, milliseconds: 90)
        #expect(bench.load.mostFramesPerSecond == 7)
        // There is nothing more to shed.
        bench.run(10, milliseconds: 200)
        #expect(bench.load.mostFramesPerSecond == 7)
    }

    @Test func whereItMayTheSizeIsTheLastThingToGoAndTheFirstToComeBack() {
        var bench = Bench()
        bench.load = LoadShedding(framesPerSecond: 30, mayLowerSize: true)
        bench.run(4, milliseconds: 50)
        bench.run(4, milliseconds: 90)
        #expect(bench.load.mostFramesPerSecond == 7 && bench.load.sizePercent == 100)
        bench.run(4, milliseconds: 200)
        #expect(bench.load.mostFramesPerSecond == 7 && bench.load.sizePercent == 50)
        #expect(bench.told.map(\.changes).contains(.loadShed(.size(PixelSize(width: 640, height: 360)), .overload)))
        bench.run(60, milliseconds: 5)
        #expect(bench.load.isIdle && bench.load.sizePercent == 100)
        let back = bench.told.compactMap { entry in if case .loadRestored(let step) = entry.changes { step } else { nil } }
        #expect(back == [.size(Self.hd), .frameRate(15), .frameRate(30)])
    }

    @Test func withTimeToSpareTheyComeBackStepByStep() throws {
        var bench = Bench()
        bench.run(4, milliseconds: 50)
        bench.run(4, milliseconds: 90)
        bench.run(40, milliseconds: 15)
        #expect(bench.load.mostFramesPerSecond == 30)
        let back = bench.told.compactMap { entry in if case .loadRestored(let step) = entry.changes { (entry.at, step) } else { nil } }
        #expect(back.map(\.1) == [.frameRate(15), .frameRate(30)])
        #expect(bench.told.contains { if case .recovered = $0.changes { true } else { false } })
    }

    @Test func aReturnThatFailsMakesTheNextOneLater() throws {
        var bench = Bench()
        // Fast enough in the eyes of one who sees half of the pictures, and too slow for all of them.
        var returns: [Double] = []
        for _ in 0..<900 {
            let before = bench.load.mostFramesPerSecond
            bench.run(0.2, milliseconds: before == 30 ? 45 : 20)
            if before < 30, bench.load.mostFramesPerSecond == 30 { returns.append(bench.now) }
        }
        let gaps = zip(returns, returns.dropFirst()).map { $1 - $0 }
        try #require(gaps.count >= 2)
        #expect(returns[0] < 15 && gaps[0] > 19 && gaps[0] < 26, "\(returns)")
        #expect(zip(gaps, gaps.dropFirst()).allSatisfy { $1 > $0 * 1.5 }, "\(gaps)")
    }

    @Test func aSlowStreamHasFewerSteps() {
        var load = LoadShedding(framesPerSecond: 5)
        var told: [EncoderEvent] = []
        for step in 1...40 {
            told += load.changes(
                pictures: UInt64(step), busy: .milliseconds(step * 300), canvas: Self.hd, at: .zero + .milliseconds(step * 200))
        }
        #expect(load.mostFramesPerSecond == 5)
        #expect(!told.contains { if case .loadShed = $0 { true } else { false } } && !told.isEmpty)
    }
}
