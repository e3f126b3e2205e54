import AppGroup
import Frames
import Judging
import TestSupport
import Testing

/// One agent after the other on a broadcast that a viewer watches: what the RTMP server received, picture by picture and
/// sound frame by sound frame.
@Suite(.serialized, .steadyMachine) struct TakeOverTests {
    @Test(arguments: TakeOverScenario.Means.allCases) func aTakeOverLeavesNoTraceInTheReceivedStream(means: TakeOverScenario.Means) throws {
        var course = TakeOverScenario()
        (course.means, course.count) = (means, 8)
        // Two displays of one size, which is the harder case for whoever would mistake one for the other, and of two.
        course.sizes = [
            PixelSize(width: 1280, height: 720), means == .agent ? PixelSize(width: 1280, height: 720) : PixelSize(width: 1600, height: 900),
        ]
        let result = try course.run()
        #expect(result.switches == course.count)
        #expect(result.decodingErrors == "")
        for kind in Irregularity.Kind.allCases {
            switch kind {
            // What a busy machine does between take-overs it does during them too; where it does nothing, the bar is zero.
            case .missingPicture, .toneBreak, .repeatedPicture, .wrongAge:
                #expect(result.during(kind) <= result.tolerated(kind), "\(kind): \(result.between(kind)) between take-overs\n\(result.words)")
            case .latePicture, .disorder, .extraKeyframe, .soundStep, .oldScreen, .unreadable:
                #expect(result.during(kind) == 0, "\(result.words)")
            }
        }
        #expect(result.growth.isNothing, "\(result.growth)")
    }
}
