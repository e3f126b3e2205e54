import Testing

@testable import Delivery
@testable import Preflight

@Suite struct PutProbeTests {
    /// Puts what is asked for over a line of this rate, with a time for asking and answering.
    private func run(_ rate: Double, overhead: Double = 0.02, most: Int = 16_000_000, isGentle: Bool = false) -> (probe: PutProbe, seconds: Double) {
        var probe = PutProbe(ProbePlan(most: most, isGentle: isGentle))
        var time = 0.0
        while let bytes = probe.nextBytes(after: .nanoseconds(Int64(time * 1e9))), time < 60 {
            let took = Double(bytes) * 8 / rate + overhead
            time += took
            probe.took(bytes, .nanoseconds(Int64(took * 1e9)))
        }
        return (probe, time)
    }

    @Test(arguments: [0.3e6, 2e6, 8e6]) func whatFilesNeedTellsWhatTheLineCarries(rate: Double) {
        let (probe, seconds) = run(rate)
        #expect(probe.ending == .full)
        #expect(abs(Double(probe.measured ?? 0) - rate) < 0.1 * rate, "\(String(describing: probe.measured))")
        #expect(seconds < 8)
    }

    @Test func aFastLineIsLeftEarlyAndSaidToCarryAtLeastThat() {
        let (probe, seconds) = run(1e9, overhead: 0.001)
        #expect(probe.ending == .enough)
        #expect(probe.isAtLeast && probe.measured == 16_000_000)
        #expect(seconds < 3)
    }

    @Test func nothingIsBegunThatCannotBeFinished() {
        let (probe, seconds) = run(0.06e6)
        #expect(seconds <= 8)
        #expect((50_000...61_000).contains(probe.measured ?? 0))
    }
}
