import AppGroup
import Testing

@testable import Sound

@Suite struct LatencyEstimateTests {
    private let block = Duration.milliseconds(10)

    @Test func nothingIsBelievedBeforeThreeUpdates() {
        var estimate = LatencyEstimate()
        for _ in 0..<2 {
            estimate.countUpdate()
            for _ in 0..<100 { #expect(estimate.observe(.milliseconds(700), span: block) == .zero) }
        }
        estimate.countUpdate()
        #expect(estimate.observe(.milliseconds(20), span: block) == .milliseconds(20))
    }

    @Test func aWanderingReportMovesItSlowly() {
        var estimate = LatencyEstimate()
        for _ in 0..<3 { estimate.countUpdate() }
        _ = estimate.observe(.milliseconds(20), span: block)
        for _ in 0..<100 { _ = estimate.observe(.milliseconds(25), span: block) }
        #expect(estimate.observe(.milliseconds(25), span: block) < .milliseconds(21))
        #expect(estimate.observe(.milliseconds(-500), span: block) > .milliseconds(20))
    }

    @Test func anotherRouteIsBelievedAfterASecond() {
        var estimate = LatencyEstimate()
        for _ in 0..<3 { estimate.countUpdate() }
        _ = estimate.observe(.milliseconds(20), span: block)
        for _ in 0..<102 { _ = estimate.observe(.milliseconds(180), span: block) }
        #expect(estimate.observe(.milliseconds(180), span: block) == .milliseconds(180))
    }
}
