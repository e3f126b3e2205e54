import AppGroup
import Judging
import TestSupport
import Testing

/// From X to Wayland and back on a broadcast that a viewer watches.
@Suite(.serialized, .steadyMachine) struct BackendSwapTests {
    @Test func crossingFromXToWaylandAndBackLeavesNoTraceInTheReceivedStream() throws {
        var course = BackendSwapScenario()
        course.count = 9
        let result = try course.run()
        #expect(result.switches == course.switchCount)
        #expect(result.decodingErrors == "")
        for kind in Irregularity.Kind.allCases {
            switch kind {
            // What a busy machine does between swaps it does during them too; where it does nothing, the bar is zero.
            case .missingPicture, .toneBreak, .wrongAge:
                #expect(result.during(kind) <= result.tolerated(kind), "\(kind): \(result.between(kind)) between swaps\n\(result.words)")
            // From the portal's cast to the compositor the screen stays the same, and so may its picture.
            case .repeatedPicture:
                #expect(result.during(kind) <= result.tolerated(kind) + course.count / 3, "\(result.between(kind)) between swaps\n\(result.words)")
            case .latePicture, .disorder, .extraKeyframe, .soundStep, .oldScreen, .unreadable:
                #expect(result.during(kind) == 0, "\(result.words)")
            }
        }
        #expect(result.growth.isNothing, "\(result.growth)")
    }
}
