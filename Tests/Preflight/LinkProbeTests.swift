import Platform
import Testing

@testable import Delivery
@testable import Preflight

@Suite struct LinkProbeTests {
    private func isNear(_ measured: Int?, _ rate: Double, within share: Double = 0.1) -> Bool {
        measured.map { abs(Double($0) - rate) <= rate * share } ?? false
    }

    @Test(arguments: [0.3e6, 0.8e6, 2e6, 3.3e6, 6e6, 12e6])
    func aFullLineIsMeasuredForWhatItCarries(rate: Double) {
        var probe = LinkProbe(ProbePlan(most: 16_000_000))
        let result = VirtualLink(rate: { _ in rate }).run(&probe)
        #expect(result.ending == .full)
        #expect(isNear(probe.measured, rate), "\(String(describing: probe.measured)) of \(rate)")
        #expect(!probe.isAtLeast)
        #expect(result.seconds < 8)
    }

    @Test(arguments: [0.4e6, 2e6, 5e6])
    func aLineThatChokesIsMeasuredByWhatStillPassesWhole(rate: Double) {
        var probe = LinkProbe(ProbePlan(most: 16_000_000, method: .halving))
        let line = VirtualLink(rate: { _ in rate }, roundTrip: 0.04, chokes: true)
        let result = line.run(&probe)
        #expect([.full, .timeIsUp].contains(result.ending))
        #expect(isNear(probe.measured, rate, within: 0.15), "\(String(describing: probe.measured)) of \(rate)")
    }

    @Test func whatAReceiverGaveUpIsNotTakenForDelivered() {
        // It acknowledges everything, and asks for a third of it again.
        var probe = LinkProbe(ProbePlan(most: 16_000_000, method: .halving))
        let start = MediaTime(nanoseconds: 1_000_000_000)
        var (bytes, packets, repeated, time) = (0.0, 0.0, 0.0, 0.0)
        while case .send(let rate) = probe.handle(
            ProbeSample(
                at: start + .nanoseconds(Int64(time * 1e9)), deliveredBytes: Int(bytes), roundTrip: .milliseconds(20), sentPackets: Int(packets),
                repeatedPackets: Int(repeated)))
        {
            time += 0.01
            bytes += Double(rate) / 8 * 0.01
            packets += Double(rate) / 8 / 1316 * 0.01
            if rate > 2_000_000 { repeated += Double(rate) / 8 / 1316 * 0.01 / 3 }
        }
        #expect(isNear(probe.measured, 2e6, within: 0.15), "\(String(describing: probe.measured))")
    }

    @Test func aLineThatCarriesMoreThanAnybodyNeedsIsLeftEarly() {
        var probe = LinkProbe(ProbePlan(most: 7_300_000))
        let result = VirtualLink(rate: { _ in 900e6 }).run(&probe)
        #expect(result.ending == .enough)
        #expect(probe.isAtLeast)
        #expect(isNear(probe.measured, 7.3e6, within: 0.05))
        #expect(result.seconds < 5)
    }

    @Test func aLongWayIsNotTakenForASlowLine() {
        var probe = LinkProbe(ProbePlan(most: 6_000_000))
        let result = VirtualLink(rate: { _ in 50e6 }, roundTrip: 0.35, roomBytes: 2e6).run(&probe)
        #expect(result.ending == .timeIsUp || result.ending == .enough)
        #expect(probe.isAtLeast)
        #expect((probe.measured ?? 0) > 3_000_000)
    }

    @Test func whatAProvidersProxyTakesInIsNotTakenForTheLine() {
        var probe = LinkProbe(ProbePlan(most: 16_000_000))
        let line = VirtualLink(rate: { _ in 2.5e6 }, hiddenBytes: 384_000, roomBytes: 450_000)
        #expect(line.run(&probe).ending == .full)
        #expect(isNear(probe.measured, 2.5e6, within: 0.15), "\(String(describing: probe.measured))")
    }

    @Test func nothingIsSentForMoreThanEightSeconds() {
        // It changes so much that nothing settles.
        var probe = LinkProbe(ProbePlan(most: 16_000_000))
        let result = VirtualLink(rate: { time in Int(time * 2) % 2 == 0 ? 1e6 : 3e6 }).run(&probe)
        #expect(result.seconds <= 8.05)
        #expect((1_000_000...3_000_000).contains(probe.measured ?? 0))
    }

    @Test func aLineThatCarriesNothingSaysSo() {
        var probe = LinkProbe(ProbePlan(most: 16_000_000))
        let result = VirtualLink(rate: { _ in 0 }).run(&probe)
        #expect(result.ending == .timeIsUp)
        #expect(probe.measured == 0)
    }

    @Test func aBroadcastThatSuffersEndsItAtOnce() {
        var probe = LinkProbe(ProbePlan(most: 16_000_000, isGentle: true))
        let result = VirtualLink(rate: { _ in 100e6 }).run(&probe, trouble: { $0 > 2 })
        #expect(result.ending == .inTheWay)
        #expect(result.seconds < 2.05)
        #expect((probe.measured ?? 0) > 500_000)
    }

    @Test(arguments: [ProbePlan.Method.filling, .halving])
    func besideABroadcastAFullLineIsLeftSooner(method: ProbePlan.Method) {
        let line = VirtualLink(rate: { _ in 1.2e6 }, chokes: method == .halving)
        var (gentle, usual) = (
            LinkProbe(ProbePlan(most: 16_000_000, method: method, isGentle: true)), LinkProbe(ProbePlan(most: 16_000_000, method: method))
        )
        let soon = line.run(&gentle)
        #expect(soon.ending == .full)
        #expect(soon.seconds < line.run(&usual).seconds + 2)
        #expect(isNear(gentle.measured, 1.2e6, within: 0.25))
    }

    @Test func whatWeAreTooLateToSendIsNotTheLinesFault() {
        // Every second look, a busy machine lets us send half only.
        var probe = LinkProbe(ProbePlan(most: 3_000_000))
        let start = MediaTime(nanoseconds: 1_000_000_000)
        var (bytes, time, ending) = (0.0, 0.0, ProbeEnding?.none)
        while ending == nil, time < 60 {
            let sample = ProbeSample(at: start + .nanoseconds(Int64(time * 1e9)), deliveredBytes: Int(bytes), sentBytes: Int(bytes))
            switch probe.handle(sample) {
            case .send(let rate): bytes += Double(rate) / 8 * 0.01 * (Int(time * 2) % 2 == 0 ? 1 : 0.5)
            case .finished(let reason): ending = reason
            }
            time += 0.01
        }
        #expect(ending == .enough || ending == .timeIsUp)
        #expect(probe.isAtLeast, "\(probe)")
    }

    @Test func whoEndsItFirstIsRight() {
        var probe = LinkProbe(ProbePlan(most: 1_000_000))
        #expect(probe.measured == nil)
        #expect(probe.end(.stopped) == .finished(.stopped))
        #expect(probe.end(.lost) == .finished(.stopped))
        #expect(probe.handle(ProbeSample(at: .now(), deliveredBytes: 0)) == .finished(.stopped))
    }
}
