import AppGroup
import Judging
import TestSupport
import Testing

/// From X to Wayland and back on a broadcast that a viewer watches.
@Suite(.serialized, .rerunWhenLate) struct BackendSwapTests {
    @Test func crossingFromXToWaylandAndBackLeavesNoTraceInTheReceivedStream() throws {
        var course = BackendSwapScenario()
        course.count = 9
        let result = try course.run()
        #expect(result.switches == course.switchCount)
        #expect(result.decodingErrors == "")
        // From the portal's cast to the compositor the screen stays the same, and so may its picture.
        expectRegular(result, repeated: course.count / 3)
        #expect(result.growth.isNothing, "\(result.growth)")
    }
}
