public import Fixtures
public import Frames
import Platform
import ServerFixtures

/// An agent at work under a hard memory limit, for minutes or hours: what its memory cgroup is charged, sampled.
public struct SoakScenario: Sendable {
    public struct Result: Sendable {
        public let samples: [MemoryGroup.Charge]
        /// What the host held meanwhile.
        public let host: [FootprintSample]
        /// Frames that the agent delivered meanwhile.
        public let frames: Int
        /// Processes that the limit killed.
        public let kills: Int

        /// How much more the agent holds in the last quarter of the time than in the second one, at most, in bytes: the first
        /// one is for warming up.
        public var growth: Int {
            let quarter = samples.count / 4
            guard quarter > 0 else { return 0 }
            func most(_ range: Range<Int>) -> Int { samples[range].map(\.held).max() ?? 0 }
            return most(samples.count - quarter..<samples.count) - most(quarter..<2 * quarter)
        }

        public func most(_ figure: (MemoryGroup.Charge) -> Int) -> Int { samples.map(figure).max() ?? 0 }
    }

    public var size = PixelSize(width: 1920, height: 1080)
    /// Of the stream; little to encode, where this is about the agent.
    public var canvas = PixelSize(width: 640, height: 360)
    public var limitBytes = 8 * 1024 * 1024
    public var duration = Duration.seconds(60)
    public var workload = Stimulus.Workload.motion
    /// Called with each sample.
    public var progress: @Sendable (MemoryGroup.Charge) -> Void = { _ in }

    public init() {}

    public func run() throws -> Result {
        let group = try MemoryGroup(limitBytes: limitBytes)
        let screen = try XvfbServer(width: size.width, height: size.height)
        let stimulus = try Stimulus(workload, on: screen)
        let scratch = Scratch()
        defer { withExtendedLifetime((screen, scratch)) {} }
        let stream = try Stream(
            ["host", "--mic", "none", "--http", "off", "--size", "\(canvas)", "--preset", "ultrafast", "--to", scratch.file("soak.mkv")])
        let agent = try FixtureProcess(
            group.command([try releaseProduct("splitcast-capture-x11"), "--group", stream.group, "--display", screen.display]),
            environment: stream.environment.merging(screen.environment) { $1 })
        try stream.waitUntilLive()
        var (samples, host): ([MemoryGroup.Charge], [FootprintSample]) = ([], [])
        let step = min(.seconds(1), duration / 20)
        let end = MediaTime.now() + duration
        while MediaTime.now() < end {
            try agent.expectRunning()
            letRun(for: step)
            samples.append(group.charge)
            host.append(try FootprintSample(of: stream.process.pid))
            progress(samples[samples.count - 1])
        }
        let frames = try stream.agents().first?["frames"] as? Int ?? 0
        try stream.stop()
        stimulus.stop()
        return Result(samples: samples, host: host, frames: frames, kills: group.kills)
    }
}
