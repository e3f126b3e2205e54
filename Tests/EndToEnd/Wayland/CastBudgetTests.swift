import AppGroup
import Foundation
import TestSupport
import Testing

/// What the agents of Wayland hold of their own, in the release that people run.
@Suite(.serialized) struct CastBudgetTests {
    /// design.md §8.
    private static let mostBytes = 6 * 1024 * 1024
    private static let mostDifference = 3 * 1024 * 1024 / 10

    @Test(arguments: CastBackend.allCases) func theAgentsMemoryIsSmallAndDoesNotDependOnThePicture(backend: CastBackend) throws {
        var (unique, anonymous): ([String: Int], [String: Int]) = ([:], [:])
        for (width, height) in [(1280, 720), (1920, 1080), (3840, 2160)] {
            let (bed, scratch) = (try SwayDesktop(width: width, height: height), try Scratch())
            let pump = try Stimulus(.typing, on: bed)
            let stream = try Stream.live(backend, on: bed, to: [scratch.file("x.mkv")], "--size", "640x360")
            let agent = try stream.waitUntilLive(by: backend.rawValue)
            try stream.waitForFrames(50)
            let usage = try ProcessUsage(of: agent)
            (unique["\(width)x\(height)"], anonymous["\(width)x\(height)"]) = (usage.uniqueBytes, usage.anonymousBytes)
            try stream.stop()
            pump.stop()
        }
        #expect(unique.values.allSatisfy { $0 <= Self.mostBytes }, "\(unique)")
        #expect(anonymous.values.max()! - anonymous.values.min()! <= Self.mostDifference, "\(anonymous)")
    }

    @Test(.enabled(if: MemoryGroup.isPossible), arguments: CastBackend.allCases) func itRunsWithinEightMebibytes(backend: CastBackend) throws {
        let (bed, scratch) = (try SwayDesktop(width: 1920, height: 1080), try Scratch())
        let pump = try Stimulus(.motion, on: bed)
        let stream = try Stream.live(backend, on: bed, to: [scratch.file("x.mkv")], "--size", "640x360", "--agent-memory", "8M")
        let agent = try stream.waitUntilLive(by: backend.rawValue)
        try stream.waitForFrames(150)
        #expect(try stream.waitUntilLive(by: backend.rawValue) == agent, "\(stream.process.output)")
        try stream.stop()
        pump.stop()
    }
}
