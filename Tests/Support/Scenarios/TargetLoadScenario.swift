import Fixtures
import Foundation
import Platform
import ServerFixtures

/// What a broadcast costs that goes to so many RTMP targets at once: 720p in full motion at 30 frames a second, 4.5 Mb/s and silence.
public struct TargetLoadScenario: Sendable {
    public enum Peer: String, CaseIterable, Sendable {
        case splitcast
        /// ffmpeg's tee muxer: one after the other.
        case tee = "ffmpeg-tee"
        /// The same with a queue and a thread for each, so that none waits for another.
        case fifo = "ffmpeg-fifo"
    }

    public struct Load: Hashable, Sendable {
        public let targets: Int
        /// Cores of the peer's process: of splitcast the host, without its agent, of which there is one however many targets.
        public let cores: Double
        /// The same without the threads that encode, which work more or less by the moment; `nil` of ffmpeg, whose threads are not told apart.
        public let coresBesideEncoding: Double?
        /// Anonymous memory, the median of a sample a second: frame memory, of which more or less is mapped at any moment, is not in it.
        public let memoryBytes: Int
        /// Arrived at the server that got least, in bits a second.
        public let leastBitRate: Double
    }

    public var peer = Peer.splitcast
    public var seconds = 20
    public static let bitRate = 4_500_000
    private static let (width, height) = (1280, 720)

    public init() {}

    /// - Parameter count: 1 or more.
    public func run(targets count: Int) throws -> Load {
        let (screen, server, scratch) = (try XvfbServer(width: Self.width, height: Self.height), try RTMPServer(), Scratch())
        let stimulus = try Stimulus(.motion, on: screen)
        let keys = (1...count).map { "target\($0)" }
        let environment = screen.environment.merging(["XDG_RUNTIME_DIR": scratch.path, "PULSE_SERVER": "unix:" + scratch.file("none")]) { $1 }
        let process = try FixtureProcess(command(screen, keys.map { server.url($0, application: "unrecorded") }), environment: environment)
        try waitUntil("\(count) streams of \(process.command)\n\(process.output.suffix(800))", timeout: .seconds(40)) {
            try process.expectRunning()
            let received = try server.receivedBytes()
            return keys.allSatisfy { received[$0] ?? 0 > 0 }
        }
        letRun(for: .seconds(5))  // for encoder and buffers to settle
        let (threads, before, start) = (try ThreadUsage(of: process.pid), try server.receivedBytes(), MediaTime.now())
        let samples = try (0..<seconds).map { _ in
            letRun(for: .seconds(1))
            return try ProcessUsage(of: process.pid).anonymousBytes
        }
        let (later, after, span) = (try ThreadUsage(of: process.pid), try server.receivedBytes(), MediaTime.now() - start)
        try process.expectRunning()
        try stimulus.process.expectRunning()
        process.end()
        let spent = later.since(threads)
        func cores(_ isMeant: (String) -> Bool) -> Double { spent.reduce(0) { $0 + (isMeant($1.name) ? $1.time / span : 0) } }
        return Load(
            targets: count, cores: cores { _ in true }, coresBesideEncoding: peer == .splitcast ? cores { $0 != "encode" } : nil,
            memoryBytes: samples.sorted()[samples.count / 2],
            leastBitRate: keys.map { Double((after[$0] ?? 0) - (before[$0] ?? 0)) * 8 / span.inSeconds }.min() ?? 0)
    }

    /// With x264's quickest preset: encoding is not what is measured, and shall not be what a small machine is short of.
    private func command(_ screen: XvfbServer, _ urls: [String]) throws -> [String] {
        let size = "\(Self.width)x\(Self.height)"
        if peer == .splitcast {
            return [
                try releaseProduct("splitcast"), "live", "--capture", "x11", "--display", screen.display, "--size", size, "--fps", "30",
                "--bitrate", "\(Self.bitRate)", "--no-adaptive", "--preset", "ultrafast", "--mic", "none", "--http", "off", "--group", "load",
            ] + urls.flatMap { ["--to", $0] }
        }
        return [
            "ffmpeg", "-nostdin", "-v", "error", "-f", "x11grab", "-draw_mouse", "1", "-framerate", "30", "-video_size", size, "-i",
            screen.display, "-f", "lavfi", "-re", "-i", "anullsrc=r=48000:cl=stereo", "-map", "0:v", "-map", "1:a", "-c:v", "libx264", "-preset",
            "ultrafast", "-tune", "zerolatency", "-b:v", "\(Self.bitRate)", "-maxrate", "\(Self.bitRate)", "-bufsize", "1800k", "-g", "60",
            "-pix_fmt", "yuv420p", "-c:a", "aac", "-b:a", "128k", "-flags", "+global_header", "-f", "tee", "-use_fifo",
            peer == .fifo ? "1" : "0", urls.map { "[f=flv]" + $0 }.joined(separator: "|"),
        ]
    }
}
