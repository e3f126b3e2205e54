import Fixtures
import Foundation
import Platform
import ServerFixtures
import TestSupport

/// One run: a fresh screen in full motion, one peer, one line, one receiver behind it.
struct LinkTrial {
    let trace: LinkTrace
    let contender: Contender
    let server: RTMPServer
    let keep: String?

    static let ceiling = 4_500_000
    private static let (width, height) = (1280, 720)

    func run() throws -> LinkRun {
        let scratch = Scratch()
        let screen = try XvfbServer(width: Self.width, height: Self.height)
        let stimulus = try Stimulus(.motion, on: screen)
        let run =
            switch trace.transport {
            case .rtmp: try overRTMP(screen, scratch)
            case .srt: try overSRT(screen, scratch)
            }
        try stimulus.process.expectRunning()
        return run
    }

    private func overRTMP(_ screen: XvfbServer, _ scratch: Scratch) throws -> LinkRun {
        let key = "line\(UInt32.random(in: 0 ..< .max))"
        let line = try TcpLink(to: server.port, trace)
        let peer = try start(server.url(key, at: line.port), screen, scratch)
        try waitUntil("the first picture of \(peer.command)\n\(peer.output.suffix(1000))", timeout: .seconds(30)) {
            try peer.expectRunning()
            return try server.hasPicture(of: key)
        }
        let receiver = try LiveStampReader(server, key: key)
        try follow(line.start, peer, receiver)
        let scenario = line.scenario
        // The recording ends with the connection, whatever still waits in front of the line.
        line.stop()
        peer.end(grace: .seconds(5))
        try waitUntil("the end of the recording") { try !server.isPublishing(key) }
        return try result(server.recordings(of: key), scenario, line.start, receiver)
    }

    private func overSRT(_ screen: XvfbServer, _ scratch: Scratch) throws -> LinkRun {
        let (port, recording) = (Port.free(), scratch.file("received.ts"))
        let line = try UdpLink(to: port, trace)
        let receiver = try LiveStampReader("srt://127.0.0.1:\(port)?mode=listener&latency=300000", copyingTo: recording)
        let peer = try start("srt://127.0.0.1:\(line.port)?latency=300\(contender == .splitcast ? "" : "000")", screen, scratch, format: "mpegts")
        try waitUntil("the first frame over SRT\n\(peer.output.suffix(1000))", timeout: .seconds(30)) {
            try peer.expectRunning()
            try receiver.expectRunning()
            return !receiver.arrivals.isEmpty
        }
        try follow(line.start, peer, receiver)
        let scenario = line.scenario
        peer.end(grace: .seconds(5))
        receiver.stop()
        line.stop()
        return try result([recording], scenario, line.start, receiver)
    }

    private func follow(_ start: MediaTime?, _ peer: FixtureProcess, _ receiver: LiveStampReader) throws {
        guard let start else { throw FixtureError("no one has used the link") }
        let end = start + trace.duration
        while MediaTime.now() < end {
            letRun(for: .seconds(1))
            // A peer that gives up is a result; what it sent until then is counted.
            guard peer.isRunning else { return }
        }
    }

    private func result(_ recordings: [String], _ scenario: LinkScenario, _ start: MediaTime?, _ receiver: LiveStampReader) throws -> LinkRun {
        receiver.stop()
        guard let start else { throw FixtureError("no one has used the link") }
        let run = LinkRun(
            trace: trace, start: start, scenario: scenario, pictures: try recordings.flatMap { try LinkRun.pictures(in: $0, start) },
            arrivals: receiver.arrivals)
        if let keep {
            let name = "\(keep)/\(trace.name)-\(contender.rawValue)"
            for (index, path) in recordings.enumerated() {
                let ending = path.hasSuffix(".ts") ? "ts" : "flv"
                try? FileManager.default.removeItem(atPath: "\(name)-\(index).\(ending)")  // there may be none
                try FileManager.default.copyItem(atPath: path, toPath: "\(name)-\(index).\(ending)")
            }
            try run.table.write(toFile: name + ".csv", atomically: true, encoding: .utf8)
        }
        return run
    }

    private func start(_ url: String, _ screen: XvfbServer, _ scratch: Scratch, format: String = "flv") throws -> FixtureProcess {
        let ours = [
            try contender == .splitcast ? builtProduct("splitcast") : "", "live", "--capture", "x11", "--display", screen.display, "--size",
            "\(Self.width)x\(Self.height)", "--fps", "30", "--bitrate", "4500k", "--min-bitrate", "500k", "--initial-bitrate", "1500k", "--mic",
            "none", "--http", "off", "--group", "lines", "--to", url,
        ]
        let theirs = [
            "ffmpeg", "-nostdin", "-v", "error", "-f", "x11grab", "-draw_mouse", "1", "-framerate", "30", "-video_size",
            "\(Self.width)x\(Self.height)", "-i", screen.display, "-f", "lavfi", "-i", "anullsrc=r=48000:cl=stereo", "-c:v", "libx264",
            "-preset", "veryfast", "-tune", "zerolatency", "-b:v", "4500k", "-maxrate", "4500k", "-bufsize", "1800k", "-g", "60",
            "-pix_fmt", "yuv420p", "-c:a", "aac", "-b:a", "128k", "-flags", "+global_header", "-f", format, url,
        ]
        let environment = screen.environment.merging(["XDG_RUNTIME_DIR": scratch.path, "PULSE_SERVER": "unix:" + scratch.file("none")]) { $1 }
        return try FixtureProcess(contender == .splitcast ? ours : theirs, environment: environment)
    }
}
