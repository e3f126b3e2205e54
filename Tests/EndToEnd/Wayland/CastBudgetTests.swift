import Fixtures
import Foundation
import TestSupport
import Testing

/// What the agents of Wayland hold of their own, in the release that people run.
@Suite(.serialized) struct CastBudgetTests {
    /// Shared/ARCHITECTURE.md, "Bars".
    private static let mostBytes = 6 * 1024 * 1024
    private static let mostDifference = 3 * 1024 * 1024 / 10

    @Test(arguments: CastBackend.allCases) func theAgentsMemoryIsSmallAndDoesNotDependOnThePicture(backend: CastBackend) throws {
        var (unique, anonymous): ([String: Int], [String: Int]) = ([:], [:])
        let (fixture, scratch) = (try SwayDesktop(width: 1280, height: 720), Scratch())
        // The least and the most: what grew with the picture would be nine times as much.
        for (width, height) in [(1280, 720), (3840, 2160)] {
            try fixture.resize(width: width, height: height)
            let stimulus = try Stimulus(.typing, on: fixture)
            let stream = try Stream.live(backend, on: fixture, to: [scratch.file("\(height).mkv")], "--size", "640x360")
            let agent = try stream.waitUntilLive(by: backend.rawValue)
            try stream.waitForFrames(50)
            let usage = try ProcessUsage(of: agent)
            (unique["\(width)x\(height)"], anonymous["\(width)x\(height)"]) = (usage.uniqueBytes, usage.anonymousBytes)
            try stream.stop()
            stimulus.stop()
        }
        #expect(unique.values.allSatisfy { $0 <= Self.mostBytes }, "\(unique)")
        #expect(anonymous.values.max()! - anonymous.values.min()! <= Self.mostDifference, "\(anonymous)")
    }

    @Test(.enabled(if: MemoryGroup.isPossible, "a limit takes root and a memory controller"), arguments: CastBackend.allCases)
    func itRunsWithinEightMebibytes(backend: CastBackend) throws {
        let (fixture, scratch) = (try SwayDesktop(width: 1920, height: 1080), Scratch())
        let stimulus = try Stimulus(.motion, on: fixture)
        let stream = try Stream.live(backend, on: fixture, to: [scratch.file("x.mkv")], "--size", "640x360", "--agent-memory", "8M")
        let agent = try stream.waitUntilLive(by: backend.rawValue)
        try stream.waitForFrames(150)
        #expect(try stream.waitUntilLive(by: backend.rawValue) == agent, "\(stream.process.output)")
        try stream.stop()
        stimulus.stop()
    }
}
