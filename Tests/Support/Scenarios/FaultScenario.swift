import Fixtures
import Foundation
import Platform
import ServerFixtures

/// A broadcast over RTMP to which something happens again and again, for minutes or hours: what the host holds meanwhile.
///
/// An X screen of 640x360 in full motion, 30 frames a second at up to 1.5 Mb/s and silence, through a line that the plan impairs.
public struct FaultScenario: Sendable {
    public struct Result: Sendable {
        /// From the end of the warm-up on, without those taken during a fault and while the host recovers from it.
        public let samples: [FootprintSample]
        /// From the end of each fault until the target was seen to send: four looks a second, the second one that finds it live with more sent.
        public let recoveries: [(kind: FaultPlan.Kind, time: Duration)]
        /// Faults after which it was not before the next one.
        public let failures: [FaultPlan.Kind]
        public let reconnects: Int
        /// What the host holds at the end and did not after the warm-up.
        public let growth: HostFootprint.Growth
    }

    public var duration = Duration.seconds(180)
    public var interval = Duration.seconds(60)
    public var seed: UInt64 = 1
    /// Called with each line that is worth reading.
    public var progress: @Sendable (String) -> Void = { _ in }

    private static let (key, extraKey) = ("soak", "extra")

    public init() {}

    public func run() throws -> Result {
        let plan = FaultPlan(duration: duration, every: interval, seed: seed)
        let (screen, server) = (try XvfbServer(width: 640, height: 360), try RTMPServer())
        let stimulus = try Stimulus(.motion, on: screen)
        let line = try TcpLink(to: server.port, plan.trace(lasting: duration))
        let url = server.url(Self.key, application: "unrecorded", at: line.port)
        let stream = try Stream(
            ["live", "--capture", "x11", "--display", screen.display, "--size", "640x360", "--fps", "30", "--preset", "ultrafast"]
                + ["--bitrate", "1500k", "--min-bitrate", "300k", "--mic", "none", "--http", "off", "--to", url], screen: screen)
        try stream.waitUntilLive()
        guard let start = line.start else { throw FixtureError("no one has used the link") }
        var watch = FaultWatch(plan, warmth: min(plan.warmth ?? duration / 2, duration / 2), settling: min(.seconds(15), interval / 3))
        var deeds = Self.deeds(of: plan)
        var (time, before): (Duration, HostFootprint?) = (.zero, nil)
        while time < duration {
            wait(until: start + time)
            while let deed = deeds.first, deed.time <= time {
                deeds.removeFirst()
                progress("\(Int(deed.time.inSeconds)) s: \(deed.words)")
                try deed.perform(stream, server, line)
            }
            try stream.process.expectRunning()
            try stimulus.process.expectRunning()
            let sample = try FootprintSample(of: stream.process.pid)
            for word in watch.note(sample, try Self.sentBytes(stream), at: time) { progress(word) }
            if before == nil, watch.isWarm(at: time), watch.isCalm(at: time) { before = try HostFootprint(of: stream) }
            time = watch.nextLook(after: max(time, .now() - start))
        }
        try waitUntil("the target to be live at the end", timeout: .seconds(30)) { try Self.sentBytes(stream) != nil }
        let after = try HostFootprint(of: stream)
        let reconnects = try stream.targets().first?["reconnects"] as? Int ?? 0
        try stream.stop(restarts: true)
        return Result(
            samples: watch.samples, recoveries: watch.recoveries, failures: watch.failures, reconnects: reconnects,
            growth: after.growth(since: before ?? after))
    }

    private func wait(until time: MediaTime) { letRun(for: time - .now()) }

    /// What the target has sent; `nil` while it is not live.
    private static func sentBytes(_ stream: Stream) throws -> Int? {
        let target = try stream.targets().first { $0["id"] as? Int == 1 } ?? [:]
        return target["state"] as? String == "live" ? target["bytesSent"] as? Int : nil
    }

    private struct Deed {
        let time: Duration
        let words: String
        let perform: (Stream, RTMPServer, TcpLink) throws -> Void
    }

    /// What the line does not do by itself.
    private static func deeds(of plan: FaultPlan) -> [Deed] {
        plan.faults.flatMap { fault -> [Deed] in
            let begin = { (words: String, perform: @escaping (Stream, RTMPServer, TcpLink) throws -> Void) in
                Deed(time: fault.start, words: words, perform: perform)
            }
            switch fault.kind {
            case .cut, .stall, .slow:
                return [begin("\(fault.kind.rawValue) for \(Int((fault.end - fault.start).inSeconds.rounded())) s") { _, _, _ in }]
            case .reset: return [begin("connections reset") { $2.breakConnections() }]
            case .restart:
                return [
                    begin("server killed") { _, server, _ in server.kill() },
                    Deed(time: fault.end, words: "server started") { _, server, _ in _ = try server.startListening() },
                ]
            case .agent:
                return [
                    begin("agent killed") { stream, _, _ in
                        guard let pid = try stream.agents().first(where: { $0["isLive"] as? Bool == true })?["pid"] as? Int else {
                            throw FixtureError("there is no live agent to kill")
                        }
                        kill(pid_t(pid), SIGKILL)
                    }
                ]
            case .target:
                return [
                    begin("target added") { stream, server, _ in
                        try stream.command("targets", "add", server.url(extraKey, application: "unrecorded"))
                    },
                    Deed(time: fault.end, words: "target removed") { stream, _, _ in
                        let extra = try stream.targets().compactMap { $0["id"] as? Int }.max() ?? 0
                        guard extra > 1 else { throw FixtureError("the second target is gone") }
                        try stream.command("targets", "remove", "\(extra)")
                    },
                ]
            case .message: return [begin("message") { stream, _, _ in try stream.command("message", #"{"soak":1}"#, "--repeat", "30") }]
            }
        }
    }
}
