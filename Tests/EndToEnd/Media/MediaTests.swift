import Fixtures
import Foundation
import TestSupport
import Testing

/// A video that a stranger encoded, through agent, host and encoder, decoded by a stranger.
@Suite(.serialized) struct MediaTests {
    /// The chart of the colour tests as a video of so many seconds.
    private func chart(_ scratch: Scratch, _ name: String, seconds: Int, _ encoding: [String]) throws -> String {
        let chart = ColourChart.standard
        let (columns, cell) = (ColourChart.columns, 80)
        let rows = (chart.colours.count + columns - 1) / columns
        var pixels = Data("P6 \(columns * cell) \(rows * cell) 255\n".utf8)
        for y in 0..<rows * cell {
            for x in 0..<columns * cell {
                let colour = chart.colours[y / cell * columns + x / cell]
                for shift: UInt32 in [16, 8, 0] { pixels.append(UInt8(truncatingIfNeeded: colour >> shift)) }
            }
        }
        try pixels.write(to: URL(fileURLWithPath: scratch.file("chart.ppm")))
        try runTool(
            ["ffmpeg", "-nostdin", "-v", "error", "-loop", "1", "-framerate", "25", "-t", "\(seconds)", "-i", scratch.file("chart.ppm")]
                + encoding + [scratch.file(name)])
        return scratch.file(name)
    }

    private func host(_ scratch: Scratch, _ recording: String) throws -> TestSupport.Stream {
        let stream = try Stream(["host", "--mic", "none", "--http", "off", "--to", scratch.file(recording)])
        try stream.waitUntilAnswering()
        return stream
    }

    private static let encodings: [[String]] = [
        ["-vf", "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p", "-colorspace", "bt709", "-c:v", "libx264", "-qp", "10"],
        ["-vf", "scale=out_color_matrix=bt601:out_range=tv,format=yuv420p", "-colorspace", "smpte170m", "-c:v", "libx264", "-qp", "10"],
        ["-vf", "scale=out_color_matrix=bt601:out_range=pc,format=yuvj420p", "-c:v", "mjpeg", "-q:v", "1"],
    ]

    @Test(arguments: encodings) func coloursAreThoseOfTheVideo(encoding: [String]) throws {
        let scratch = Scratch()
        let video = try chart(scratch, "chart.mkv", seconds: 30, encoding)
        let stream = try host(scratch, "seen.mkv")
        let agent = try FixtureProcess(
            [try releaseProduct("splitcast-capture-media"), "--group", stream.group, "--file", video], environment: stream.environment)
        try stream.waitUntilLive()
        try waitUntil("some pictures") {
            try agent.expectRunning()
            return try stream.agents().first?["frames"] as? Int ?? 0 >= 80
        }
        try stream.stop()
        // Coded twice, and rounded each time.
        let deviations = try ColourChart.standard.deviations(in: scratch.file("seen.mkv"))
        #expect(deviations.allSatisfy { $0 <= 6 }, "\(deviations)")
    }

    @Test func theEndOfAFileIsAnOrdinaryEnd() throws {
        let scratch = Scratch()
        let video = try chart(scratch, "short.mkv", seconds: 2, Self.encodings[0])
        let stream = try host(scratch, "seen.mkv")
        let agent = try FixtureProcess(
            [try releaseProduct("splitcast-capture-media"), "--group", stream.group, "--file", video], environment: stream.environment)
        #expect(agent.exitStatus(within: .seconds(30)) == .exited(0))
        #expect(agent.output.contains("has ended") && !agent.output.contains("error:"))
        try stream.process.expectRunning()
        try stream.stop()
    }

    /// The host starts it in its sandbox, and takes the end of the file for what it is: it is not started again.
    @Test func anAgentOfTheHostPlaysInItsSandboxAndIsNotStartedAgain() throws {
        let scratch = Scratch()
        let video = try chart(scratch, "clip.mp4", seconds: 3, Self.encodings[0])
        let stream = try host(scratch, "seen.mkv")
        let asked = try stream.running("request-agent", "media", "--file", video)
        #expect(asked.exitStatus(within: .seconds(20))?.isSuccess == true, "\(asked.output)")
        try waitUntil("its pictures") { try stream.agents().first?["frames"] as? Int ?? 0 >= 30 }
        try waitUntil("its end") { try stream.agents().isEmpty }
        letRun(for: .seconds(2))
        #expect(try stream.agents().isEmpty)
        try stream.stop()
        #expect(!stream.process.output.contains("restart"), "\(stream.process.output)")
    }

    @Test(arguments: ["off", "strict"]) func aLoopGoesOnWhateverIsForbidden(sandbox: String) throws {
        let scratch = Scratch()
        let video = try chart(scratch, "loop.mp4", seconds: 1, Self.encodings[0])
        let stream = try host(scratch, "seen.mkv")
        let agent = try FixtureProcess(
            [try releaseProduct("splitcast-capture-media"), "--group", stream.group, "--file", video, "--loop", "--sandbox", sandbox],
            environment: stream.environment)
        try waitUntil("three rounds") {
            try agent.expectRunning()
            return try stream.agents().first?["frames"] as? Int ?? 0 >= 80
        }
        try stream.stop()
    }

    /// What it holds is bounded, and said beforehand.
    @Test func memoryStaysWithinWhatTheAgentSaid() throws {
        let scratch = Scratch()
        try runTool([
            "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=1920x1080:r=30:d=4", "-pix_fmt", "yuv420p", "-c:v", "libx264",
            "-preset", "veryfast", scratch.file("full.mp4"),
        ])
        let stream = try host(scratch, "seen.mkv")
        let agent = try FixtureProcess(
            [try releaseProduct("splitcast-capture-media"), "--group", stream.group, "--file", scratch.file("full.mp4"), "--loop"],
            environment: stream.environment)
        try waitUntil("some pictures") { try stream.agents().first?["frames"] as? Int ?? 0 >= 150 }
        let used = try ProcessUsage(of: agent.pid).uniqueBytes
        try stream.stop()
        #expect(used < 40 << 20, "\(used)")
    }

    /// Every 31 pictures, so that flashes begin with a picture.
    private static let flashesAndClicks = [
        "-f", "lavfi", "-i", "color=black:s=320x180:r=30,drawbox=color=white:t=fill:enable='between(mod(n,31),10,12)'", "-f", "lavfi", "-i",
        "aevalsrc='0.9*between(mod(t,31/30),1/3,1/3+0.004)':s=48000",
    ]

    /// Flashes and clicks, in containers and codecs of different kinds, played twice: together wherever they are.
    @Test(arguments: [("loop.mp4", ["-c:a", "aac", "-ar", "44100", "-ac", "1"]), ("loop.mkv", ["-c:a", "libopus", "-ac", "2"])])
    func audioIsInStepWithItsPictures(name: String, coding: [String]) throws {
        let scratch = Scratch()
        try runTool(
            ["ffmpeg", "-nostdin", "-v", "error"] + Self.flashesAndClicks + [
                "-t", "8", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "veryfast",
            ] + coding + ["-b:a", "160k", scratch.file(name)])
        let stream = try host(scratch, "seen.mkv")
        let agent = try FixtureProcess(
            [try releaseProduct("splitcast-capture-media"), "--group", stream.group, "--file", scratch.file(name), "--loop"],
            environment: stream.environment)
        try waitUntil("two rounds", timeout: .seconds(60)) {
            try agent.expectRunning()
            return try stream.agents().first?["frames"] as? Int ?? 0 >= 480
        }
        let audio = try stream.status()["audio"] as? [String: Any]
        let sources = audio?["sources"] as? [[String: Any]] ?? []
        #expect(sources.contains { $0["id"] as? String == name }, "\(sources)")
        try stream.stop()
        let reading = try StepReading(scratch.file("seen.mkv"))
        #expect(reading.offsets.count >= 12 && abs(reading.median) < 15, "\(reading)")
        #expect(reading.size(at: 0.8) < 40, "\(reading)")
    }

    /// Sent at the pace of a camera: the audio comes when it comes, and is as old as its picture.
    @Test func theAudioOfALiveStreamIsInStepWithItsPictures() throws {
        let (scratch, port) = (Scratch(), Port.free())
        let sender = try FixtureProcess(
            ["ffmpeg", "-nostdin", "-v", "error", "-re"] + Self.flashesAndClicks + [
                "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "veryfast", "-tune", "zerolatency", "-g", "10", "-c:a", "mp2", "-f", "mpegts",
                // So each piece of audio is sent as soon as there is one.
                "-pes_payload_size", "0",
                "udp://127.0.0.1:\(port)?pkt_size=1316",
            ])
        let stream = try host(scratch, "seen.mkv")
        let agent = try FixtureProcess(
            [try releaseProduct("splitcast-capture-media"), "--group", stream.group, "--url", "udp://127.0.0.1:\(port)"],
            environment: stream.environment)
        try waitUntil("sixteen seconds", timeout: .seconds(60)) {
            try agent.expectRunning()
            return try stream.agents().first?["frames"] as? Int ?? 0 >= 480
        }
        try stream.stop()
        sender.end(grace: .seconds(3))
        // What once came late is waited for as long as it is not worth a jump: 80 ms, and the mix's own.
        let reading = try StepReading(scratch.file("seen.mkv")).after(.seconds(4))
        #expect(reading.offsets.count >= 8 && abs(reading.median) < 120, "\(reading)")
    }

    @Test func audioThatIsNotWantedIsLeftOut() throws {
        let scratch = Scratch()
        try runTool([
            "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=30:d=4", "-f", "lavfi", "-i", "sine=f=1000:d=4", "-c:v",
            "libx264", "-c:a", "aac", scratch.file("clip.mp4"),
        ])
        let stream = try host(scratch, "seen.mkv")
        let agent = try FixtureProcess(
            [try releaseProduct("splitcast-capture-media"), "--group", stream.group, "--file", scratch.file("clip.mp4"), "--no-audio"],
            environment: stream.environment)
        #expect(agent.exitStatus(within: .seconds(30)) == .exited(0))
        try stream.stop()
        #expect(try DecodedAudio(of: scratch.file("seen.mkv")).level(at: 1000) < -70)
    }
}
