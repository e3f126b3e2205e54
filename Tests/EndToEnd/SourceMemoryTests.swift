import Fixtures
import Foundation
import ServerFixtures
import TestSupport
import Testing

/// What each further source takes of the host's memory, beside the frames that it lends: Shared/ARCHITECTURE.md, "Bars".
@Suite(.serialized) struct SourceMemoryTests {
    private static let mebibyte = 1024 * 1024
    private static let mostBytesPerSource = 5 * mebibyte
    /// A picture that the encoder has at one time and not at another.
    private static let encoderPictureBytes = 1920 * 1088 * 3 / 2 + mebibyte / 4
    private static let mostBytesOfAnAgent = 6 * mebibyte

    /// What a process holds that is not frame memory: all that is resident, and of that what is its own.
    private struct Held: CustomStringConvertible {
        var (resident, anonymous) = (0, 0)

        init(_ pid: Int32) throws {
            var isFrameMemory = false
            for line in textOfFile("/proc/\(pid)/smaps").split(separator: "\n") {
                let words = line.split(separator: " ")
                if let first = words.first, first.contains("-"), !first.hasSuffix(":") {
                    isFrameMemory = line.contains(" /memfd:")
                } else if words.count == 3, !isFrameMemory, let kibibytes = Int(words[1]) {
                    if words[0] == "Rss:" { resident += kibibytes * 1024 }
                    if words[0] == "Anonymous:" { anonymous += kibibytes * 1024 }
                }
            }
            guard resident > 0 else { throw FixtureError("the memory of \(pid) cannot be read") }
        }

        var description: String { "\(resident / 1024) KiB resident, \(anonymous / 1024) KiB its own" }
    }

    /// The screen and three displays as large, full of motion: in the corners of the screen, side by side, and one alone.
    @Test func aSourceOf1080pTakesItsFramesAndLittleMore() throws {
        let scratch = Scratch()
        let displays = try (0..<4).map { _ in try XvfbServer(width: 1920, height: 1080) }
        let stimuli = try displays.map { try Stimulus(.motion, on: $0, framesPerSecond: 5) }
        let stream = try Stream(
            [
                "live", "--display", displays[0].display, "--mic", "none", "--http", "off", "--preset", "ultrafast", "--fps", "10",
                "--record", scratch.file("memory.mkv"),
            ], screen: displays[0])
        try stream.waitUntilLive()
        func frames(of source: String) throws -> Int {
            try stream.agents().first { $0["place"] as? String == source && $0["isLive"] as? Bool == true }?["frames"] as? Int ?? 0
        }
        /// When every source has delivered more, so that its slots and its picture are there.
        func held() throws -> Held {
            let sources = try stream.status()["sources"] as? [[String: Any]] ?? []
            for name in sources.compactMap({ $0["name"] as? String }) {
                let before = try frames(of: name)
                try waitUntil("frames of \(name)", timeout: .seconds(60)) { try frames(of: name) >= before + 8 }
            }
            return try Held(stream.process.pid)
        }
        var steps = [try held()]
        for number in 1...3 {
            try stream.command("sources", "add", "s\(number)=x11:" + displays[number].display)
            steps.append(try held())
        }
        for layout in ["side-by-side", "solo:s1"] {
            try stream.command("layout", "set", layout)
            steps.append(try held())
        }
        let words = steps.map(\.description).joined(separator: "; ")
        for (number, step) in steps.dropFirst().enumerated() {
            let most = min(number + 1, 3) * Self.mostBytesPerSource + Self.encoderPictureBytes
            // Of the resident memory pages of libraries go while it runs.
            #expect(step.anonymous - steps[0].anonymous <= most, "step \(number + 1): \(words)")
        }
        for agent in try stream.agents() {
            let used = try ProcessUsage(of: Int32(try #require(agent["pid"] as? Int))).uniqueBytes
            #expect(used <= Self.mostBytesOfAnAgent, "agent \(agent["id"] ?? 0): \(used / 1024) KiB")
        }
        try stream.stop()
        withExtendedLifetime(stimuli) {}
    }
}
