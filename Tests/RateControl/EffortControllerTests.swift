import Platform
import Testing

@testable import RateControl

@Suite struct EffortControllerTests {
    /// A machine on which a picture takes so long at each level, looked at ten times a second.
    private struct Bench {
        var effort: EffortController
        var now = 0.0
        var (pictures, busy) = (0.0, 0.0)
        /// When the level changed, and to which.
        var changes: [(at: Double, level: Int)] = []
        var mayRise = true

        init(levels: Int = 3, framesPerSecond: FrameRate = 30) { effort = EffortController(levels: levels, framesPerSecond: framesPerSecond) }

        /// - Parameters:
        ///   - milliseconds: what a picture takes at each level.
        ///   - demand: pictures a second that there are.
        mutating func run(_ seconds: Double, _ milliseconds: [Double], demand: Double = 30) {
            for _ in 0..<Int((seconds * 10).rounded()) {
                now += 0.1
                let taken = milliseconds[min(effort.level, milliseconds.count - 1)]
                let rate = min(demand, 1000 / taken)
                pictures += rate * 0.1
                busy += rate * 0.1 * taken
                let time = MediaTime.zero + .seconds(now)
                if effort.handle(
                    pictures: UInt64(pictures.rounded()), busy: .microseconds(Int64((busy * 1000).rounded())), mayRise: mayRise, at: time)
                {
                    changes.append((now, effort.level))
                }
            }
        }
    }

    @Test func aMachineThatKeepsUpGoesOnAtTheMost() {
        var bench = Bench()
        bench.run(60, [25])
        #expect(bench.changes.isEmpty && bench.effort.timePerPicture.map { abs($0.inMilliseconds - 25) < 1 } == true)
    }

    @Test(arguments: [[31.0, 22, 14], [40, 24, 16], [60, 32, 20]])
    func itGoesDownWithinHalfASecondUntilThereIsTime(milliseconds: [Double]) {
        var bench = Bench()
        bench.run(10, [12])
        bench.run(0.5, milliseconds)
        let first = bench.changes.first?.at ?? 99
        #expect(first - 10 <= 0.5, "\(bench.changes)")
        bench.run(0.5, milliseconds)
        #expect(milliseconds[bench.effort.level] < 0.85 * 1000 / 30, "\(bench.changes)")
        // Not further than needed.
        #expect(bench.effort.level == 1 || milliseconds[1] > 0.85 * 1000 / 30 || milliseconds[0] > 56, "\(bench.changes)")
    }

    @Test func whereOneLevelIsNotEnoughItGoesDownTwoAtOnce() {
        var bench = Bench(levels: 6)
        bench.run(1.5, [90, 80, 70, 60, 50, 40])
        #expect(bench.effort.isLeast && bench.changes.count == 3, "\(bench.changes)")
        bench.run(30, [90, 80, 70, 60, 50, 40])
        #expect(bench.changes.count == 3)
    }

    @Test func afterCalmItComesBackLevelByLevel() {
        var bench = Bench()
        bench.run(2, [70, 60, 29])
        #expect(bench.effort.level == 2)
        bench.run(30, [8, 6, 5])
        #expect(bench.effort.level == 0)
        #expect(bench.changes.suffix(2).map(\.level) == [1, 0])
        let back = bench.changes.suffix(2).map(\.at)
        #expect(back[0] >= 7 && back[1] - back[0] >= 5, "\(back)")
    }

    /// After a few pictures that took long, such as those behind a change of size.
    @Test(arguments: [2.0, 8]) func aScreenOnWhichLittleHappensComesBackToo(demand: Double) {
        var bench = Bench()
        bench.run(2, [70, 60, 29])
        bench.run(20, [8, 6, 5], demand: demand)
        #expect(bench.effort.level == 0, "\(bench.changes)")
    }

    /// Fewer than three of them within the span.
    @Test func picturesThatTakeLongAreEnoughToGoDown() {
        var bench = Bench()
        bench.run(10, [12])
        bench.run(4, [210, 180, 150])
        #expect(bench.effort.isLeast, "\(bench.changes)")
    }

    @Test func withLittleToSpareItStaysDown() {
        var bench = Bench()
        bench.run(1, [36, 22, 15])
        #expect(bench.effort.level == 1)
        bench.run(120, [36, 22, 15])
        #expect(bench.changes.count == 1, "\(bench.changes)")
    }

    @Test func aReturnThatFailsMakesTheNextOneLater() throws {
        var bench = Bench()
        // A level down seems to cost next to nothing, and the one above is too much.
        bench.run(200, [40, 10, 10])
        let returns = bench.changes.filter { $0.level == 0 }.map(\.at)
        let gaps = zip(returns, returns.dropFirst()).map { $1 - $0 }
        try #require(gaps.count >= 3)
        #expect(gaps[0] < 12 && zip(gaps, gaps.dropFirst()).allSatisfy { $1 > $0 * 1.5 }, "\(gaps)")
    }

    @Test func whilePicturesAreLeftOutItDoesNotRise() {
        var bench = Bench()
        bench.run(1, [70, 60, 50])
        bench.mayRise = false
        bench.run(60, [5])
        #expect(bench.effort.isLeast)
        bench.mayRise = true
        bench.run(20, [5])
        #expect(bench.effort.level == 0)
    }

    /// One picture in two seconds waits for no other, however long it takes.
    @Test func aStillScreenIsNoLoad() {
        var bench = Bench()
        bench.run(60, [45], demand: 2)
        #expect(bench.changes.isEmpty)
    }

    @Test func withOneLevelThereIsNothingToChange() {
        var bench = Bench(levels: 1)
        bench.run(20, [90])
        #expect(bench.changes.isEmpty && bench.effort.isLeast)
    }
}
