import Platform
import Testing

@testable import Delivery
@testable import RateControl

@Suite struct BitRateControllerTests {
    /// Samples by hand: a link that takes `capacity` bits a second, and a sender that hands it `offered`.
    private struct Bench {
        var controller: BitRateController
        var now = 0.0
        var backlog = 0.0
        var handed = 0.0

        init(floor: Int = 500_000, initial: Int = 2_000_000, ceiling: Int = 4_000_000) throws {
            controller = BitRateController(limits: try BitRateLimits(floor: floor, initial: initial, ceiling: ceiling), soundBitRate: 100_000)
        }

        /// One sample a tenth of a second; what the encoder gives follows at once unless `produced` says otherwise.
        @discardableResult
        mutating func run(_ seconds: Double, capacity: Double, produced: Int? = nil, isLive: Bool = true) -> [BitRateDecision] {
            (0..<Int(seconds * 10)).map { _ in
                let encoded = produced ?? controller.bitRate
                now += 0.1
                handed += Double(encoded + 100_000) * 0.1
                backlog = max(0, backlog + Double(encoded + 100_000) * 0.1 - capacity * 0.1)
                let sample = LinkSample(
                    at: .zero + .seconds(now), queuedBytes: 0, unacknowledgedBytes: Int(backlog / 8), sentBytes: Int(handed / 8),
                    roundTrip: .milliseconds(20), isLive: isLive)
                return controller.handle(sample, encodedBitRate: encoded, at: sample.at)
            }
        }
    }

    @Test func aSlowerLineLowersTheRateBelowWhatItCarries() throws {
        var bench = try Bench()
        bench.run(5, capacity: 10e6)
        let decisions = bench.run(2, capacity: 1e6)
        #expect(decisions.contains { $0.reason == .congestion })
        #expect(bench.controller.bitRate < 1_000_000 && bench.controller.bitRate >= 500_000)
    }

    @Test func itNeverGoesBelowTheFloorAndSaysHowMuchThereIs() throws {
        var bench = try Bench()
        bench.run(5, capacity: 10e6)
        bench.run(10, capacity: 300_000)
        #expect(bench.controller.bitRate == 500_000 && bench.controller.budget < 300_000)
    }

    @Test func theUsersLatestCeilingWins() throws {
        var bench = try Bench()
        bench.run(60, capacity: 20e6)
        #expect(bench.controller.bitRate == 4_000_000)
        bench.controller.setLimits(try BitRateLimits(floor: 300_000, initial: 900_000, ceiling: 1_000_000))
        let decisions = bench.run(120, capacity: 20e6)
        #expect(decisions.allSatisfy { $0.bitRate <= 1_000_000 } && decisions.first?.reason == .limits)
        bench.controller.setLimits(try BitRateLimits(floor: 300_000, initial: 900_000, ceiling: 6_000_000))
        bench.run(60, capacity: 20e6)
        #expect(bench.controller.bitRate == 6_000_000)
    }

    @Test func nothingQueuedIsNoProofWhileLittleIsSent() throws {
        var bench = try Bench()
        bench.run(120, capacity: 20e6, produced: 100_000)
        #expect(bench.controller.bitRate == 2_000_000)
        bench.run(30, capacity: 20e6)
        #expect(bench.controller.bitRate > 2_500_000)
    }

    @Test func nothingChangesWhenNothingHappens() throws {
        var bench = try Bench()
        bench.run(60, capacity: 20e6)
        #expect(bench.run(600, capacity: 20e6).allSatisfy { !$0.isChange })
        #expect(bench.run(600, capacity: 20e6, produced: 50_000).allSatisfy { !$0.isChange })
    }

    @Test func oneBurstIsNoCongestion() throws {
        var bench = try Bench(initial: 2_000_000, ceiling: 2_000_000)
        bench.run(10, capacity: 3e6)
        // A key frame: 0.4 s of the bit rate at once.
        bench.backlog += 800_000
        bench.handed += 800_000
        #expect(bench.run(5, capacity: 3e6).allSatisfy { $0.reason != .congestion })
    }

    @Test func aLostConnectionTeachesNothing() throws {
        var bench = try Bench()
        bench.run(30, capacity: 20e6)
        let before = bench.controller.bitRate
        #expect(bench.run(60, capacity: 0, produced: 0, isLive: false).allSatisfy { !$0.isChange })
        bench.backlog = 0
        #expect(bench.controller.bitRate == before)
        bench.run(5, capacity: 20e6)
        #expect(bench.controller.bitRate >= before)
    }

    @Test func stepsAreWorthAnEncodersTrouble() throws {
        var bench = try Bench(initial: 500_000)
        var last = bench.controller.bitRate
        for decision in bench.run(60, capacity: 3e6) {
            if decision.isChange, decision.bitRate != last, decision.bitRate != 4_000_000 {
                #expect(abs(decision.bitRate - last) * 50 >= last)
            }
            last = decision.bitRate
        }
    }
}
