import Platform
@testable import RateControl
import AppGroup
import Testing

@testable import Delivery

@Suite struct DegradationLevelsTests {
    private static let limits = try! BitRateLimits(floor: 1_000_000, initial: 2_000_000, ceiling: 4_000_000)

    /// The stairs that are stepped on while the line has `budget`, with the time of each.
    private func walk(_ stairs: inout DegradationLevels, budget: Int, from start: Int, for seconds: Int) -> [DegradationLevel] {
        (start * 10..<(start + seconds) * 10).compactMap { tenth in
            let hasChanged = stairs.handle(budget: budget, limits: Self.limits, at: .zero + .milliseconds(tenth * 100))
            return hasChanged ? stairs.stair : nil
        }
    }

    @Test func itGoesDownOneByOneAndUpTheSameWay() {
        var stairs = DegradationLevels(framesPerSecond: 30, mayLowerSize: true)
        let down = walk(&stairs, budget: 0, from: 0, for: 60)
        #expect(down == [.lessFrames(15), .lessFrames(7), .lowerSize(percent: 50), .poorPicture, .soundAlone])
        let up = walk(&stairs, budget: 2_000_000, from: 60, for: 60)
        #expect(up == [.poorPicture, .lowerSize(percent: 50), .lessFrames(7), .lessFrames(15), .full])
    }

    @Test func theSizeIsLoweredOnlyIfAllowed() {
        var stairs = DegradationLevels(framesPerSecond: 30, mayLowerSize: false)
        #expect(walk(&stairs, budget: 0, from: 0, for: 60) == [.lessFrames(15), .lessFrames(7), .poorPicture, .soundAlone])
    }

    @Test func itStopsWhereTheBudgetSuffices() {
        var stairs = DegradationLevels(framesPerSecond: 30, mayLowerSize: true)
        #expect(walk(&stairs, budget: 700_000, from: 0, for: 60) == [.lessFrames(15)])
        #expect(stairs.bitRate(for: 700_000, Self.limits) == 700_000 && stairs.mostFrames == 15)
        #expect(walk(&stairs, budget: 400_000, from: 60, for: 60) == [.lessFrames(7)])
        #expect(walk(&stairs, budget: 50_000, from: 120, for: 60) == [.lowerSize(percent: 50), .poorPicture])
    }

    /// Nothing measured lifts the budget further than to the floor.
    @Test func aBudgetOfTheFloorLeadsBackToTheTop() {
        var stairs = DegradationLevels(framesPerSecond: 30, mayLowerSize: false)
        _ = walk(&stairs, budget: 0, from: 0, for: 20)
        _ = walk(&stairs, budget: 1_000_000, from: 20, for: 60)
        #expect(stairs.stair == .full)
    }

    @Test func aShortDipLeavesItInPlace() {
        var stairs = DegradationLevels(framesPerSecond: 30, mayLowerSize: true)
        for second in 0..<20 {
            #expect(walk(&stairs, budget: second % 3 == 0 ? 0 : 1_500_000, from: second, for: 1).isEmpty)
        }
    }

    @Test func eachReturnThatFailsMakesTheNextLater() {
        var stairs = DegradationLevels(framesPerSecond: 30, mayLowerSize: false)
        _ = walk(&stairs, budget: 700_000, from: 0, for: 10)
        var waits: [Int] = []
        var now = 10
        for _ in 0..<4 {
            let start = now
            while stairs.stair != .full {
                _ = walk(&stairs, budget: 1_500_000, from: now, for: 1)
                now += 1
            }
            waits.append(now - start)
            _ = walk(&stairs, budget: 700_000, from: now, for: 6)
            now += 6
        }
        #expect(waits == waits.sorted() && waits.last! > 2 * waits[0])
    }

    @Test func atFullThereIsNoLessThanTheFloor() {
        let stairs = DegradationLevels(framesPerSecond: 30, mayLowerSize: true)
        #expect(stairs.bitRate(for: 10, Self.limits) == 1_000_000 && stairs.bitRate(for: 9_000_000, Self.limits) == 4_000_000)
    }

    @Test func aStreamWithFewFramesOrNoPictureHasFewerStairs() {
        var slow = DegradationLevels(framesPerSecond: 5, mayLowerSize: false)
        #expect(walk(&slow, budget: 0, from: 0, for: 60) == [.poorPicture, .soundAlone])
        var sound = DegradationLevels(framesPerSecond: 30, mayLowerSize: true, hasPicture: false)
        #expect(walk(&sound, budget: 0, from: 0, for: 60).isEmpty && sound.stair == .soundAlone)
    }
}
