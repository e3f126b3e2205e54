import Fixtures
import Foundation
import ServerFixtures
import TestSupport
import Testing

/// Lightness is tested as anything else: the agent's private memory, in the release that people run.
@Suite(.serialized) struct BudgetTests {
    /// Shared/ARCHITECTURE.md, "Bars".
    private static let mostBytes = 6 * 1024 * 1024
    private static let mostDifference = 3 * 1024 * 1024 / 10

    @Test func theAgentsMemoryIsSmallAndDoesNotDependOnThePicture() throws {
        var used: [String: Int] = [:]
        // Of the program's own pages the kernel counts fewer as private while another agent runs beside; these are its own whatever runs.
        var anonymous: [String: Int] = [:]
        for (width, height) in [(1280, 720), (1920, 1080), (3840, 2160)] {
            let screen = try XvfbServer(width: width, height: height)
            let stimulus = try Stimulus(.typing, on: screen)
            let scratch = Scratch()
            let stream = try Stream(
                ["host", "--mic", "none", "--http", "off", "--size", "640x360", "--to", scratch.file("x.mkv")], screen: screen)
            let agent = try FixtureProcess(
                [try releaseProduct("splitcast-capture-x11"), "--group", stream.group, "--display", screen.display],
                environment: stream.environment.merging(screen.environment) { $1 })
            try stream.waitUntilLive()
            try waitUntil("a hundred frames") { try stream.agents().first?["frames"] as? Int ?? 0 >= 50 }
            let usage = try ProcessUsage(of: agent.pid)
            (used["\(width)x\(height)"], anonymous["\(width)x\(height)"]) = (usage.uniqueBytes, usage.anonymousBytes)
            try stream.stop()
            stimulus.stop()
        }
        #expect(used.values.allSatisfy { $0 <= Self.mostBytes }, "\(used)")
        #expect(anonymous.values.max()! - anonymous.values.min()! <= Self.mostDifference, "\(anonymous)")
    }

    /// The runtime is part of the program, and its regular expressions are 1.5 MB of it: one search for a text in another brings them in.
    @Test(arguments: ["x11", "pipewire", "wlr", "media", "pattern"])
    func anAgentCarriesNoRegularExpressions(name: String) throws {
        let program = try Data(contentsOf: URL(fileURLWithPath: try releaseProduct("splitcast-capture-\(name)")))
        #expect(program.range(of: Data("Swift".utf8)) != nil)
        #expect(program.range(of: Data("_StringProcessing".utf8)) == nil)
    }
}
