import TestSupport
import Testing

@testable import Delivery
@testable import RateControl

/// The whole way from encoder to receiver, in virtual time, on every link of the laboratory.
@Suite struct LinkLaboratoryTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let trace: LinkTrace
        let line: SimulatedStream.Line
        var content = SimulatedEncoder.Content.motion
        var seed: UInt64 = 1

        var stream: SimulatedStream { SimulatedStream(trace: trace, line: line, content: content, seed: seed) }
        var testDescription: String { "\(trace.name), \(line), \(content), seed \(seed)" }
    }

    private static let lines: [SimulatedStream.Line] = [.tcp, .proxied, .srt]

    static let steady = [LinkTrace.steady, .lossy, .bufferbloat].flatMap { trace in
        lines.flatMap { line in (1...2).map { Case(trace: trace, line: line, seed: $0) } }
    }

    static let dropping = [LinkTrace.stepDown, .saw].flatMap { trace in lines.map { Case(trace: trace, line: $0) } }

    static let stalling = [LinkTrace.stalls, .outage].flatMap { trace in
        lines.flatMap { line in (1...2).map { Case(trace: trace, line: line, seed: $0) } }
    }

    static let everything = LinkTrace.all.flatMap { trace in
        lines.flatMap { line in [.mixed, .typing].map { Case(trace: trace, line: line, content: $0, seed: 5) } }
    }

    @Test(arguments: steady) func aSteadyLineIsUsedAndTheBitRateSettles(test: Case) {
        let run = test.stream.run(for: 180)
        #expect(run.share(from: 20, to: 90, ceiling: 4_760_000) >= 0.85)
        #expect(run.share(from: 20, to: 180, ceiling: 4_760_000) >= 0.85)
        #expect(run.mostTurns(after: 20) <= 2)
        #expect(run.dropped == 0)
    }

    @Test(arguments: dropping) func aLineThatGetsWorseIsFollowedWithinASecond(test: Case) throws {
        let run = test.stream.run()
        for case .drop(let moment) in test.trace.events {
            #expect(try #require(run.reaction(to: moment / .seconds(1))) <= 1)
        }
    }

    @Test(arguments: stalling) func afterAStallViewersCatchUp(test: Case) throws {
        let run = test.stream.run()
        for case .stall(let from, let to) in test.trace.events {
            #expect(try #require(run.reaction(to: from / .seconds(1))) <= 1)
            #expect(run.calm(after: to / .seconds(1)) <= 5)
        }
        #expect(run.share(from: 60, to: 90) >= 0.5)
    }

    @Test(arguments: lines) func aLineThatGetsBetterIsUsed(line: SimulatedStream.Line) {
        let run = SimulatedStream(trace: .stepUp, line: line, content: .motion).run()
        // SRT shows less, so that its climbs are more careful.
        #expect(run.share(from: 60, to: 90) >= (line == .srt ? 0.6 : 0.8))
    }

    /// Whatever the link and the picture: within the limits, nothing unbounded, no step without need.
    @Test(arguments: everything) func noLineMakesItLeaveItsLimits(test: Case) {
        let stream = test.stream
        let run = stream.run()
        for point in run.points {
            #expect(point.bitRate <= stream.limits.ceiling)
            if point.level == .full { #expect(point.bitRate >= stream.limits.floor) }
        }
        #expect(run.worstDelay() < 14)
    }

    @Test func anIdleDesktopOnAWideLineIsLeftAlone() {
        let wide = LinkTrace("wide", "20 Mbit/s", steps: [(.zero, LinkCondition(bitRate: 20e6))])
        let run = SimulatedStream(trace: wide, line: .tcp, content: .idle).run()
        #expect(run.turns(from: 0, to: 90) == 0 && run.points.last!.bitRate >= 1_500_000)
    }

    /// What little is sent then says nothing of what the link carries.
    @Test(arguments: lines, [SimulatedEncoder.Content.idle, .typing])
    func aStallOfAnIdleDesktopCostsNoLevel(line: SimulatedStream.Line, content: SimulatedEncoder.Content) {
        let run = SimulatedStream(trace: .stalls, line: line, content: content).run()
        #expect(run.points.allSatisfy { $0.level == .full } && run.points.last!.bitRate >= 1_000_000)
    }

    @Test func theSameRunGivesTheSameDecisions() {
        let stream = SimulatedStream(trace: .mobile, line: .tcp, content: .mixed, seed: 9)
        #expect(stream.run().points.map(\.bitRate) == stream.run().points.map(\.bitRate))
    }

    /// What the bars are worth: without a controller they are missed.
    @Test func aFixedBitRateMissesTheBars() throws {
        var stream = SimulatedStream(trace: .stalls, line: .tcp, content: .motion)
        stream.limits = try BitRateLimits(floor: 500_000, initial: 3_700_000, ceiling: 4_500_000)
        stream.isAdaptive = false
        let run = stream.run()
        #expect(run.calm(after: 32) > 5)
    }
}
