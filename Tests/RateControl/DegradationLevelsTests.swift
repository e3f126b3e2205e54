import Platform
import Testing

@testable import Delivery
@testable import RateControl

@Suite struct DegradationLevelsTests {
    private static let limits = try! BitRateLimits(floor: 1_000_000, initial: 2_000_000, ceiling: 4_000_000)

    /// The levels that are stepped on while the link has `budget`, with the time of each.
    private func walk(_ levels: inout DegradationLevels, budget: Int, from start: Int, for seconds: Int) -> [DegradationLevel] {
        (start * 10..<(start + seconds) * 10).compactMap { tenth in
            let hasChanged = levels.handle(budget: budget, limits: Self.limits, at: .zero + .milliseconds(tenth * 100))
            return hasChanged ? levels.level : nil
        }
    }

    @Test func itGoesDownOneByOneAndUpTheSameWay() {
        var levels = DegradationLevels(framesPerSecond: 30, mayLowerSize: true)
        let down = walk(&levels, budget: 0, from: 0, for: 60)
        #expect(down == [.lessFrames(15), .lessFrames(7), .lowerSize(percent: 50), .poorPicture, .soundAlone])
        let up = walk(&levels, budget: 2_000_000, from: 60, for: 60)
        #expect(up == [.poorPicture, .lowerSize(percent: 50), .lessFrames(7), .lessFrames(15), .full])
    }

    @Test func theSizeIsLoweredOnlyIfAllowed() {
        var levels = DegradationLevels(framesPerSecond: 30, mayLowerSize: false)
        #expect(walk(&levels, budget: 0, from: 0, for: 60) == [.lessFrames(15), .lessFrames(7), .poorPicture, .soundAlone])
    }

    @Test func itStopsWhereTheBudgetSuffices() {
        var levels = DegradationLevels(framesPerSecond: 30, mayLowerSize: true)
        #expect(walk(&levels, budget: 700_000, from: 0, for: 60) == [.lessFrames(15)])
        #expect(levels.bitRate(for: 700_000, Self.limits) == 700_000 && levels.mostFrames == 15)
        #expect(walk(&levels, budget: 400_000, from: 60, for: 60) == [.lessFrames(7)])
        #expect(walk(&levels, budget: 50_000, from: 120, for: 60) == [.lowerSize(percent: 50), .poorPicture])
    }

    /// Nothing measured lifts the budget further than to the floor.
    @Test func aBudgetOfTheFloorLeadsBackToTheTop() {
        var levels = DegradationLevels(framesPerSecond: 30, mayLowerSize: false)
        _ = walk(&levels, budget: 0, from: 0, for: 20)
        _ = walk(&levels, budget: 1_000_000, from: 20, for: 60)
        #expect(levels.level == .full)
    }

    @Test func aShortDipLeavesItInPlace() {
        var levels = DegradationLevels(framesPerSecond: 30, mayLowerSize: true)
        for second in 0..<20 {
            #expect(walk(&levels, budget: second % 3 == 0 ? 0 : 1_500_000, from: second, for: 1).isEmpty)
        }
    }

    @Test func eachReturnThatFailsMakesTheNextLater() {
        var levels = DegradationLevels(framesPerSecond: 30, mayLowerSize: false)
        _ = walk(&levels, budget: 700_000, from: 0, for: 10)
        var waits: [Int] = []
        var now = 10
        for _ in 0..<4 {
            let start = now
            while levels.level != .full {
                _ = walk(&levels, budget: 1_500_000, from: now, for: 1)
                now += 1
            }
            waits.append(now - start)
            _ = walk(&levels, budget: 700_000, from: now, for: 6)
            now += 6
        }
        #expect(waits == waits.sorted() && waits.last! > 2 * waits[0])
    }

    @Test func atFullThereIsNoLessThanTheFloor() {
        let levels = DegradationLevels(framesPerSecond: 30, mayLowerSize: true)
        #expect(levels.bitRate(for: 10, Self.limits) == 1_000_000 && levels.bitRate(for: 9_000_000, Self.limits) == 4_000_000)
    }

    @Test func aStreamWithFewFramesOrNoPictureHasFewerLevels() {
        var slow = DegradationLevels(framesPerSecond: 5, mayLowerSize: false)
        #expect(walk(&slow, budget: 0, from: 0, for: 60) == [.poorPicture, .soundAlone])
        var sound = DegradationLevels(framesPerSecond: 30, mayLowerSize: true, hasPicture: false)
        #expect(walk(&sound, budget: 0, from: 0, for: 60).isEmpty && sound.level == .soundAlone)
    }
}
