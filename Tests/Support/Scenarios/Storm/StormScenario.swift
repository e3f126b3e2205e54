import Fixtures
import Foundation
import Platform
import ServerFixtures

/// One broadcast, of desktops in full motion and a tone in the microphone, to an RTMP server and into a file, into which everything
/// is thrown that a broadcast is to survive: deaths and hangs of agents, swaps, deaths of the X server, of PipeWire, of PulseAudio and
/// of the RTMP server. Read afterwards is the file, picture by picture, and what the host held meanwhile.
public struct StormScenario: Sendable {
    /// Ctrl-C: everything was ended and nothing is told.
    public struct Interruption: Error {}

    public var duration = Duration.seconds(7200)
    public var scale = 1.0
    public var seed: UInt64 = 1
    /// Called every two seconds.
    public var progress: @Sendable (StormProgress) -> Void = { _ in }
    /// Asked often.
    public var isInterrupted: @Sendable () -> Bool = { false }

    public static let sizeText = "\(StormDesktops.size)"
    public static let framesPerSecond = StormDesktops.framesPerSecond

    private static let key = "storm"
    /// Between two samples of what the host holds.
    private static let step = Duration.seconds(2)

    public init() {}

    public func run() throws -> StormResult {
        let plan = StormPlan(duration: duration, scale: scale, seed: seed)
        let state = StormState(isInterrupted: isInterrupted)
        let (server, audio, desktops, scratch) = (try RTMPServer(), try AudioFixture(feeding: .tone), try StormDesktops(), Scratch())
        let file = scratch.file("storm.mkv")
        defer { withExtendedLifetime((server, audio, desktops, scratch)) {} }
        let leftovers = StormLeftovers()
        // Viewers keep the last picture: what they see of an outage is its length. A constant bit rate: the link is no part of this.
        let stream = try Stream(
            [
                "live", "--capture", "x11", "--display", desktops.display, "--size", "\(StormDesktops.size)", "--fps",
                "\(StormDesktops.framesPerSecond)",
            ]
                + ["--preset", "ultrafast", "--bitrate", "600k", "--no-adaptive", "--hold", "forever", "--mic", "default", "--http", "off"]
                + ["--to", server.url(Self.key), "--record", file], desktop: desktops.wayland, sound: audio)
        try stream.waitUntilLive()
        try stream.waitUntilHeard("mic")
        let agents = StormAgents(stream, desktops, state)
        try agents.warmUp()
        _ = try StormServers.restart(server, key: Self.key, false, for: .milliseconds(300))
        _ = try StormServers.restart(audio, for: .milliseconds(300))
        try stream.waitUntilHeard("mic")
        let before = try settledFootprint(stream, agents, since: nil)
        let (reconnects, events) = try (Self.reconnects(stream), Self.newestEvent(stream))

        let samples = Notes<FootprintSample>()
        let start = MediaTime.now()
        let (pid, control) = (stream.process.pid, (plan: plan, progress: progress))
        let workers = [
            try state.worker("storm-server") { try StormServers.restart(server, key: Self.key, plan.servers, from: start, state) },
            try state.worker("storm-audio") { try StormServers.restart(audio, plan.audio, from: start, state) },
            try state.worker("storm-samples") {
                while state.wait(until: .now() + Self.step) {
                    samples.add(try FootprintSample(of: pid))
                    control.progress(StormProgress(control.plan, state.all, samples.all.last, since: start))
                }
            },
        ]
        do {
            try agents.run(plan.pictures, from: start)
            _ = state.wait(until: start + duration)
        } catch { state.fail(error) }
        // The other sequences end by themselves, unless the storm was ended.
        for worker in workers.prefix(2) { worker.join() }
        state.end()
        workers[2].join()
        try state.check()

        try stream.waitUntilLive()
        try stream.waitUntilHeard("mic")
        let after = try settledFootprint(stream, agents, since: before)
        // What is asked last is encoded before the end.
        letRun(for: .seconds(1))
        let counts = try Counts(of: stream, revivals: agents.revivals, reconnectsBefore: reconnects, eventsBefore: events)
        let (consents, end) = (desktops.wayland.consentCount, MediaTime.now())
        let family = Set(ProcessUsage.family(of: pid)).union(agents.victims)
        try stream.stop(restarts: true)
        let left = leftovers.found(of: family, host: pid, stream.runtimePath + "/splitcast")
        return try StormResult(
            plan, state.all, StormRecord(file: file, received: try server.recordings(of: Self.key), span: start...end), samples.all,
            growth: after.growth(since: before), counts: counts, left: left, consents: consents)
    }

    private static func reconnects(_ stream: Stream) throws -> Int {
        try stream.targets().reduce(0) { $0 + ($1["reconnects"] as? Int ?? 0) }
    }

    private static func newestEvent(_ stream: Stream) throws -> Int {
        let page: [String: Any] = try stream.control.part("events", of: stream.control.ask("events", ["since": 1 << 40]))
        guard let newest = page["newest"] as? Int else { throw FixtureError("no number of the newest event: \(page)") }
        return newest
    }

    /// What the host holds with one agent of X and nothing under way; tried again for a while when it is more than `earlier`.
    private func settledFootprint(_ stream: Stream, _ agents: StormAgents, since earlier: HostFootprint?) throws -> HostFootprint {
        try agents.settle(on: .x11)
        letRun(for: .seconds(3))
        var found = try HostFootprint(of: stream)
        guard let earlier else { return found }
        let deadline = MediaTime.now() + .seconds(20)
        while !found.growth(since: earlier).isNothing, MediaTime.now() < deadline {
            letRun(for: .seconds(1))
            found = try HostFootprint(of: stream)
        }
        return found
    }

    /// What the host has counted at the end.
    public struct Counts: Hashable, Sendable {
        public let encoded: Int
        /// Pictures that the file was not given.
        public let droppedInFile: Int
        /// Of the storm alone.
        public let reconnects: Int
        /// How often the mixer or a source was late by 10 ms: holes of the machine's making, and the deaths of PulseAudio.
        public let late: Int
        /// Events of the storm alone: the host keeps the last 4,096 of an hour.
        public let events: Int
        /// How often the portal's part that asks the user ended by itself, as when the compositor cut it off.
        public let revivals: Int

        init(of stream: Stream, revivals: Int, reconnectsBefore: Int, eventsBefore: Int) throws {
            self.revivals = revivals
            events = try StormScenario.newestEvent(stream) - eventsBefore
            encoded = try (stream.status()["picture"] as? [String: Any])?["framesEncoded"] as? Int ?? 0
            // Addresses come before recordings.
            droppedInFile = try stream.targets().last?["droppedFrames"] as? Int ?? 0
            reconnects = try StormScenario.reconnects(stream) - reconnectsBefore
            late = try stream.audioLateness()
        }
    }
}
