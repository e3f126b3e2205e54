import TestSupport
import Testing

/// Agents that come and go leave nothing behind; a thousand times with `splitcast-bench churn`.
@Suite(.serialized) struct ChurnTests {
    @Test(arguments: ChurnScenario.Kind.allCases) func whoComesAndGoesLeavesNothingBehind(kind: ChurnScenario.Kind) throws {
        var scenario = ChurnScenario()
        (scenario.kind, scenario.count) = (kind, kind == .connect ? 300 : 25)
        let growth = try scenario.run()
        #expect(growth.isNothing, "\(growth)")
        #expect(growth.anonymousBytes <= 1024 * 1024, "\(growth)")
    }
}
