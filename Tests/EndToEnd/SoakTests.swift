import AppGroup
import TestSupport
import Testing

/// The agent under a hard limit of 8 MiB, whatever the screen; for half an hour with `splitcast-bench soak`.
@Suite(.serialized) struct SoakTests {
    /// It takes root and a memory controller to set such a limit.
    @Test(.enabled(if: MemoryGroup.isPossible), arguments: [(1280, 720), (1920, 1080), (3840, 2160)])
    func anAgentLivesInEightMebibytesWithoutGrowing(width: Int, height: Int) throws {
        var course = SoakScenario()
        (course.size, course.duration) = (PixelSize(width: width, height: height), .seconds(5))
        let result = try course.run()
        #expect(result.kills == 0)
        #expect(result.frames > 50)
        #expect(result.most(\.held) <= 6 * 1024 * 1024, "\(result.most(\.anonymous)) anonymous, \(result.most(\.kernel)) kernel")
        #expect(result.growth <= 128 * 1024, "\(result.samples.map(\.held))")
    }
}
