import Fixtures
import Foundation
import Platform
import ServerFixtures
import TestSupport
import Testing

@testable import Intake
@testable import Supervision

/// The release agents under tight limits, on a running host. A frame of 4K alone is four times the limit.
@Suite(.serialized) struct AgentMemoryTests {
    /// A host that waits for agents, in a memory group of its own where this machine has groups.
    private final class Host {
        let scratch = Scratch()
        let process: LimitedProcess

        init() throws {
            var launch = Launch(
                program: try releaseProduct("splitcast"),
                arguments: [
                    "host", "--group", "test", "--mic", "none", "--http", "off", "--size", "640x360", "--to", scratch.file("x.mkv"),
                ])
            launch.environment = ["PATH=/usr/bin:/bin", "XDG_RUNTIME_DIR=\(scratch.path)", "PULSE_SERVER=unix:\(scratch.file("noOne"))"]
            let isInGroup = MemoryKind.here != .resourceLimits
            process = try LimitedProcess(launch, limits: AgentLimits(memoryBytes: isInGroup ? 4 << 30 : nil), group: .standard)
            try waitUntil("the host") { frames(of: 0) != nil }
        }

        deinit {
            process.child.signal(SIGTERM)
            _ = try? finish(process)  // the test has its result already
        }

        /// The agent's frames so far; 0 when it is not attached, `nil` when no host answers.
        func frames(of processID: Int32) -> Int? {
            let text = try? runTool(  // then it does not run yet
                [releaseProduct("splitcast"), "status", "--json", "--group", "test"], environment: ["XDG_RUNTIME_DIR": scratch.path])
            guard let text, let status = try? JSONSerialization.jsonObject(with: text) as? [String: Any] else { return nil }  // nor then
            let agents = status["agents"] as? [[String: Any]] ?? []
            return agents.first { $0["pid"] as? Int == Int(processID) }?["frames"] as? Int ?? 0
        }

        /// Starts an agent and waits for some frames of it; gives its figures then, and the host's.
        func run(
            _ program: String, _ arguments: [String], limit bytes: Int, frames: Int = 60, keeper: CgroupManager = .shared
        ) throws -> (agent: AgentMemory?, host: AgentMemory?) {
            var launch = Launch(program: program, arguments: ["--group", "test", "--ends-with-host"] + arguments)
            launch.environment = ["PATH=/usr/bin:/bin", "XDG_RUNTIME_DIR=\(scratch.path)"]
            launch.gainsNoPrivileges = true
            let agent = try LimitedProcess(launch, limits: AgentLimits(memoryBytes: bytes), group: .standard, keeper: keeper)
            defer {
                agent.child.signal(SIGTERM)
                _ = try? finish(agent)  // what failed is thrown below
            }
            try waitUntil("\(frames) frames of \(arguments)", timeout: .seconds(40)) {
                if agent.child.hasEnded { throw FixtureError("\(arguments) ended: \(try finish(agent))") }
                return (self.frames(of: agent.child.processID) ?? 0) >= frames
            }
            return (agent.memory, process.memory)
        }
    }

    private static let resourceLimits = CgroupManager(offering: [.resourceLimits])
    private static let sizes = [(1280, 720), (1920, 1080), (3840, 2160)]

    /// Three slots of four bytes for each pixel.
    private static func frameBytes(_ width: Int, _ height: Int) -> Int { 3 * width * height * 4 }

    private func check(_ figures: (agent: AgentMemory?, host: AgentMemory?), _ width: Int, _ height: Int) throws {
        let memory = try #require(figures.agent)
        #expect(memory.limitBytes == 8 << 20)
        #expect((256 << 10..<3 << 20).contains((memory.anonymousBytes + memory.kernelBytes)), "\(memory)")
        guard MemoryKind.here != .resourceLimits else { return }
        // All that was ever charged to it, file pages included, is a part of one frame.
        #expect(memory.peakBytes < 8 << 20 && memory.fileBytes < Self.frameBytes(width, height) / 3, "\(memory)")
        let hosts = try #require(figures.host)
        #expect(hosts.fileBytes >= Self.frameBytes(width, height), "the frame memory is the host's: \(hosts)")
    }

    @Test func theTestCardsAgentLivesInEightMebibytesAndTheFrameMemoryIsTheHosts() throws {
        for (width, height) in Self.sizes {
            let host = try Host()
            let figures = try host.run(releaseProduct("splitcast-capture-pattern"), ["--size", "\(width)x\(height)"], limit: 8 << 20)
            try check(figures, width, height)
        }
    }

    @Test func theX11AgentLivesInEightMebibytesAndTheFrameMemoryIsTheHosts() throws {
        for (width, height) in Self.sizes {
            let host = try Host()
            let screen = try XvfbServer(width: width, height: height)
            let stimulus = try Stimulus(.motion, on: screen)
            let figures = try host.run(releaseProduct("splitcast-capture-x11"), ["--display", screen.display], limit: 8 << 20)
            stimulus.stop()
            try check(figures, width, height)
        }
    }

    @Test func theSmallestLimitIsEnoughEvenFromAColdDisk() throws {
        let host = try Host()
        let screen = try XvfbServer(width: 1920, height: 1080)
        let stimulus = try Stimulus(.motion, on: screen)
        for (name, arguments) in [("pattern", ["--size", "1920x1080"]), ("x11", ["--display", screen.display])] {
            for keeper in [CgroupManager.shared, Self.resourceLimits] {
                let program = host.scratch.file("cold-\(name)")
                try FileManager.default.copyItem(atPath: releaseProduct("splitcast-capture-\(name)"), toPath: program)
                forget(program)
                let smallest = AgentLimits.smallestBytes(keeper.kinds[0])
                let memory = try #require(try host.run(program, arguments, limit: smallest, frames: 30, keeper: keeper).agent)
                #expect(memory.limitBytes == smallest && (memory.anonymousBytes + memory.kernelBytes) < smallest / 2, "\(memory)")
                try FileManager.default.removeItem(atPath: program)
            }
        }
        stimulus.stop()
    }

    /// Puts a file to disk and out of the cache.
    private func forget(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        fsync(descriptor)
        #expect(posix_fadvise(descriptor, 0, 0, Int32(POSIX_FADV_DONTNEED)) == 0)
    }
}
