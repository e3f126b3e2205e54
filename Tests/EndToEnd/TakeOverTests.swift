import Frames
import TestSupport
import Testing

/// One agent after the other on a broadcast that a viewer watches: what the RTMP server received, picture by picture and
/// sound frame by sound frame.
@Suite(.serialized, .rerunWhenLate) struct TakeOverTests {
    @Test(arguments: TakeOverScenario.Means.allCases) func aTakeOverLeavesNoTraceInTheReceivedStream(means: TakeOverScenario.Means) throws {
        var scenario = TakeOverScenario()
        (scenario.means, scenario.count) = (means, 8)
        // Two displays of one size, which is the harder case for anyone who would mistake one for the other, and of two.
        scenario.sizes = [
            PixelSize(width: 1280, height: 720), means == .agent ? PixelSize(width: 1280, height: 720) : PixelSize(width: 1600, height: 900),
        ]
        let result = try scenario.run()
        #expect(result.switches == scenario.count)
        #expect(result.decodingErrors == "")
        expectRegular(result)
        #expect(result.growth.isNothing, "\(result.growth)")
    }
}
