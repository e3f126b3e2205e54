import Fixtures
import Frames
import TestSupport
import Testing

/// The agent under a hard limit of 8 MiB, on the largest screen: that its memory does not depend on the size, `BudgetTests` shows.
/// For half an hour on three screens with `splitcast-bench memory`.
@Suite(.serialized) struct SoakTests {
    @Test(.enabled(if: MemoryGroup.isPossible, "a limit takes root and a memory controller"))
    func anAgentLivesInEightMebibytesWithoutGrowing() throws {
        var scenario = SoakScenario()
        (scenario.size, scenario.duration) = (PixelSize(width: 3840, height: 2160), .seconds(5))
        let result = try scenario.run()
        #expect(result.kills == 0)
        #expect(result.frames > 50)
        #expect(result.most(\.held) <= 6 * 1024 * 1024, "\(result.most(\.anonymous)) anonymous, \(result.most(\.kernel)) kernel")
        #expect(result.growth <= 128 * 1024, "\(result.samples.map(\.held))")
    }
}
