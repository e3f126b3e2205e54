import TestSupport
import Testing

/// From X to Wayland and back on a broadcast that a viewer watches.
@Suite(.serialized, .rerunWhenLate) struct BackendSwapTests {
    @Test func crossingFromXToWaylandAndBackLeavesNoTraceInTheReceivedStream() throws {
        var scenario = BackendSwapScenario()
        scenario.count = 9
        let result = try scenario.run()
        #expect(result.switches == scenario.switchCount)
        #expect(result.decodingErrors == "")
        // From the portal's cast to the compositor the screen stays the same, and so may its picture.
        expectRegular(result, repeated: scenario.count / 3)
        #expect(result.growth.isNothing, "\(result.growth)")
    }
}
