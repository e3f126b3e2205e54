import AppGroup
import Frames
import Judging
import TestSupport
import Testing

/// One agent after the other on a broadcast that a viewer watches: what the RTMP server received, picture by picture and
/// sound frame by sound frame.
@Suite(.serialized, .rerunWhenLate) struct TakeOverTests {
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
        expectRegular(result)
        #expect(result.growth.isNothing, "\(result.growth)")
    }
}
