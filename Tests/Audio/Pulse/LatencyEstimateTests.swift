import Testing

@testable import Audio

@Suite struct LatencyEstimateTests {
    private let block = Duration.milliseconds(10)

    @Test func nothingIsBelievedBeforeThreeUpdates() {
        var estimate = LatencyEstimate()
        for _ in 0..<2 {
            estimate.countUpdate()
            for _ in 0..<100 { #expect(estimate.observe(.milliseconds(700), span: block) == .zero) }
        }
        estimate.countUpdate()
        // Nor while it slides.
        for milliseconds in stride(from: 700, to: 20, by: -10) { #expect(estimate.observe(.milliseconds(milliseconds), span: block) == .zero) }
        for _ in 0..<150 { _ = estimate.observe(.milliseconds(20), span: block) }
        #expect(estimate.observe(.milliseconds(20), span: block) == .milliseconds(20))
    }

    /// An estimate that has come to believe in 20 ms.
    private func settled() -> LatencyEstimate {
        var estimate = LatencyEstimate()
        for _ in 0..<3 { estimate.countUpdate() }
        for _ in 0..<103 { _ = estimate.observe(.milliseconds(20), span: block) }
        return estimate
    }

    @Test func aFirstReportThatStraysAroundNothingMovesItSlowly() {
        var estimate = LatencyEstimate()
        for _ in 0..<3 { estimate.countUpdate() }
        for index in 0..<400 {
            let believed = estimate.observe(.milliseconds([1, 8, 15][index % 3]), span: block)
            #expect(believed < .milliseconds(1), "at \(index)")
        }
        #expect(estimate.observe(.milliseconds(8), span: block) > .microseconds(300))
    }

    @Test func aWanderingReportMovesItSlowly() {
        var estimate = settled()
        for _ in 0..<100 { _ = estimate.observe(.milliseconds(25), span: block) }
        #expect(estimate.observe(.milliseconds(25), span: block) < .milliseconds(21))
        #expect(estimate.observe(.milliseconds(-500), span: block) > .milliseconds(20))
    }

    /// What libpulse computes between two updates may run away, there and back: the pitch must not follow.
    @Test func aReportThatRunsAwayIsFollowedByAThirdOfACentAtMost() {
        var estimate = settled()
        var before = estimate.observe(.milliseconds(20), span: block)
        for index in 0..<400 {
            let now = estimate.observe(.milliseconds(20) + .microseconds(100 * index), span: block)
            #expect(now - before <= .nanoseconds(2001), "at \(index)")
            before = now
        }
        #expect(before > .microseconds(20_500))
    }

    @Test func anotherRouteIsBelievedASecondAfterATimingUpdate() {
        var estimate = settled()
        // Computed from what was true before the machine stood still, as well as from another route.
        for _ in 0..<300 { #expect(estimate.observe(.milliseconds(180), span: block) < .microseconds(20_010)) }
        estimate.countUpdate()
        for _ in 0..<150 { _ = estimate.observe(.milliseconds(180), span: block) }
        #expect(estimate.observe(.milliseconds(180), span: block) == .milliseconds(180))
    }

    @Test func aReportThatTheNextUpdateTakesBackIsNotBelieved() {
        var estimate = settled()
        for _ in 0..<140 { #expect(estimate.observe(.milliseconds(4000), span: block) < .microseconds(20_010)) }
        estimate.countUpdate()
        for _ in 0..<300 { #expect(estimate.observe(.milliseconds(20), span: block) < .microseconds(20_010)) }
    }

    @Test func onlyAMonitorIsAheadOfTheEars() {
        var (monitor, microphone) = (LatencyEstimate(isMonitor: true), LatencyEstimate())
        for _ in 0..<3 {
            monitor.countUpdate()
            microphone.countUpdate()
        }
        for _ in 0..<103 {
            _ = monitor.observe(.milliseconds(-20), span: block)
            _ = microphone.observe(.milliseconds(-20), span: block)
        }
        #expect(monitor.observe(.milliseconds(-20), span: block) == .milliseconds(-20))
        #expect(microphone.observe(.milliseconds(-20), span: block) == .zero)
    }

    /// As a PulseAudio pipe sink's monitor gives them: blocks of 10.65 and 9.35 ms, cut into fragments of 10 ms at most.
    @Test func aMonitorWhoseBlocksAreCutIntoFragmentsIsBelieved() {
        var monitor = LatencyEstimate(isMonitor: true)
        for _ in 0..<3 { monitor.countUpdate() }
        var believed = Duration.zero
        for _ in 0..<102 {
            for (age, span) in [(-150.2, 0.65), (-160.1, 10), (-159.6, 9.35)] {
                believed = monitor.observe(.microseconds(Int64(age * 1000)), span: .microseconds(Int64(span * 1000)))
            }
        }
        #expect(believed > .milliseconds(-161) && believed < .milliseconds(-158))
    }

    @Test func aReportThatStepsByABlockIsBelievedInItsMiddle() {
        var estimate = LatencyEstimate()
        for _ in 0..<3 { estimate.countUpdate() }
        var believed = Duration.zero
        for index in 0..<205 { believed = estimate.observe(.milliseconds(index.isMultiple(of: 2) ? 20 : 30), span: block) }
        #expect(believed > .milliseconds(24) && believed < .milliseconds(26))
    }
}
