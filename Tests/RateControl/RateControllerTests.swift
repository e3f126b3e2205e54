import Platform
import Testing

@testable import Delivery
@testable import RateControl

@Suite struct RateControllerTests {
    /// A rate controller and links of which each takes so much.
    private struct Bench {
        var controller: RateController
        var now = 0.0
        var backlogs: [Int: Double] = [:]
        var handed: [Int: Double] = [:]
        var isLive: [Int: Bool] = [:]
        var events: [LinkEvent] = []

        init() throws {
            controller = RateController(
                limits: try BitRateLimits(floor: 500_000, initial: 2_000_000, ceiling: 4_000_000), soundBitRate: 100_000, framesPerSecond: 30,
                mayLowerSize: false)
        }

        @discardableResult
        mutating func run(_ seconds: Double, _ capacities: [Int: Double], produced: ((Int) -> Int)? = nil) -> RateDecision {
            var steering: RateDecision?
            var told = 2_000_000
            var alone: Set<Int> = []
            for _ in 0..<Int(seconds * 10) {
                now += 0.1
                let encoded = produced?(told) ?? told
                var samples: [Int: LinkSample] = [:]
                for (id, capacity) in capacities {
                    let bits = (alone.contains(id) ? Double(encoded) * 0.2 : Double(encoded)) * 0.1 + 10_000
                    handed[id, default: 0] += bits
                    // A full queue drops the rest.
                    backlogs[id] = min(max(0, backlogs[id, default: 0] + bits - capacity * 0.1), 8_000_000)
                    samples[id] = LinkSample(
                        at: .zero + .seconds(now), unacknowledgedBytes: Int(backlogs[id]! / 8), sentBytes: Int(handed[id]! / 8),
                        roundTrip: .milliseconds(20), isLive: isLive[id] ?? true)
                }
                let made = controller.handle(samples, encodedBitRate: encoded, at: .zero + .seconds(now))
                (steering, told, alone) = (made, made.bitRate, made.keyframesOnly)
                events += made.events
            }
            return steering!
        }
    }

    @Test func theSlowestImportantTargetGoverns() throws {
        var bench = try Bench()
        for id in 1...3 { bench.controller.add(id, .important) }
        let steering = bench.run(30, [1: 10e6, 2: 1.5e6, 3: 4e6])
        #expect(steering.governing == 2 && steering.bitRate < 1_500_000 && steering.bitRate > 1_000_000)
        bench.controller.remove(2)
        #expect(bench.run(60, [1: 10e6, 3: 10e6]).bitRate > 3_000_000)
    }

    @Test func aSlowTargetOfLesserImportanceGetsKeyframesAlone() throws {
        var bench = try Bench()
        bench.controller.add(1, .important)
        bench.controller.add(2, .other)
        let steering = bench.run(14, [1: 10e6, 2: 1e6])
        #expect(steering.keyframesOnly == [2] && steering.governing == 1 && steering.bitRate > 2_000_000)
        #expect(bench.events.contains(.keyframesOnly(target: 2)))
        #expect(bench.run(60, [1: 10e6, 2: 20e6]).keyframesOnly.isEmpty)
        #expect(bench.events.contains(.allFrames(target: 2)))
    }

    @Test func withoutImportantTargetsTheOthersGovern() throws {
        var bench = try Bench()
        bench.controller.add(1, .other)
        let steering = bench.run(30, [1: 1.5e6])
        #expect(steering.governing == 1 && steering.bitRate < 1_500_000 && steering.keyframesOnly.isEmpty)
    }

    @Test func aTargetThatReconnectsGovernsNoOne() throws {
        var bench = try Bench()
        bench.controller.add(1, .important)
        bench.controller.add(2, .important)
        bench.run(20, [1: 10e6, 2: 1e6])
        bench.isLive[2] = false
        #expect(bench.run(60, [1: 10e6, 2: 1e6]).bitRate > 3_000_000)
        bench.isLive[1] = false
        let before = bench.run(1, [1: 10e6, 2: 1e6]).bitRate
        #expect(bench.run(60, [1: 0, 2: 0]).bitRate == before)
    }

    @Test func belowTheFloorItGoesDownTheLevelsAndBackUp() throws {
        var bench = try Bench()
        bench.controller.add(1, .important)
        bench.run(5, [1: 10e6])
        let poor = bench.run(60, [1: 250_000])
        #expect(poor.level != .full && poor.bitRate < 500_000)
        #expect(bench.events.contains { if case .poor = $0 { true } else { false } })
        #expect(!bench.events.contains { if case .recovered = $0 { true } else { false } })
        let good = bench.run(120, [1: 10e6])
        #expect(good.level == .full && good.bitRate > 1_000_000)
        #expect(bench.events.contains { if case .recovered = $0 { true } else { false } })
    }

    /// 2 Mb/s are what this picture takes, whatever is allowed.
    @Test func aPictureThatNeedsLessThanItMayHaveIsNoTrouble() throws {
        var bench = try Bench()
        bench.controller.add(1, .important)
        bench.run(5, [1: 200e6])
        bench.controller.setLimits(try BitRateLimits(floor: 100_000_000, initial: 100_000_000, ceiling: 100_000_000))
        bench.run(60, [1: 200e6], produced: { _ in 2_000_000 })
        #expect(!bench.events.contains { if case .encoder = $0 { true } else { false } }, "\(bench.events)")
    }

    @Test func anEncoderThatDoesNotFollowIsToldAgainAndThenReported() throws {
        var bench = try Bench()
        bench.controller.add(1, .important)
        bench.run(5, [1: 10e6])
        bench.controller.setLimits(try BitRateLimits(floor: 500_000, initial: 500_000, ceiling: 600_000))
        bench.run(20, [1: 10e6], produced: { _ in 3_000_000 })
        #expect(bench.events.contains { if case .encoder(.tooMuch, _, _) = $0 { true } else { false } })
    }
}
