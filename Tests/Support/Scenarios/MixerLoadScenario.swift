import Fixtures
import Foundation
import Platform
public import ServerFixtures

/// What sound costs the host: nothing, a microphone, or six sources at once.
public struct MixerLoadScenario: Sendable {
    public struct Load: Sendable {
        public let sources: Int
        /// Cores of the whole host, and of each thread by its name.
        public let host: Double
        /// Of mixing alone, without the encoder on the same thread, as the host says.
        public let mixing: Double
        public let threads: [(name: String, cores: Double)]

        public func cores(of name: String) -> Double { threads.first { $0.name == name }?.cores ?? 0 }
    }

    public var server = AudioServer.pulse
    public var seconds = 20

    public init() {}

    public func run(sources: Int) throws -> Load {
        let screen = try XvfbServer(width: 320, height: 180)
        let (sound, scratch) = (try AudioFixture(server, feeding: .tone(300, level: -26)), Scratch())
        let desktop = try sound.play(.tone(400, level: -26))
        defer { withExtendedLifetime((screen, sound, desktop)) {} }
        try AudioSignal.tone(500, level: -26).write(to: scratch.file("music.raw"), seconds: 20)
        let raw = ["-f", "f32le", "-ar", "48000", "-ac", "2", "-i", scratch.file("music.raw")]
        try runTool(["ffmpeg", "-nostdin", "-v", "error"] + raw + [scratch.file("music.flac")])
        let options = [["--mic", "none"], ["--mic", "default"], ["--mic", "default", "--desktop-audio"]][min(2, sources)]
        let stream = try Stream(
            ["live", "--display", screen.display, "--http", "off", "--to", scratch.file("load.mkv")] + options, screen: screen, sound: sound)
        try stream.waitUntilLive()
        if sources > 2 { try stream.command("music", "play", scratch.file("music.flac"), "--loop") }
        let pushes = try (0..<max(0, sources - 3)).map { number in
            try stream.push(.tone(600 + 100 * Double(number), level: -26), as: "push\(number)", rate: [48000, 44100, 48000][number % 3])
        }
        let names = (["mic", "desktop", "music"] + pushes.indices.map { "push\($0)" }).prefix(sources)
        for name in names { try stream.waitUntilHeard(name, above: -40) }
        letRun(for: .seconds(3))
        func mixingSeconds() throws -> Double { (try stream.audio()["mix"] as? [String: Any])?["processorSeconds"] as? Double ?? 0 }
        let mixed = try mixingSeconds()
        let (threads, usage, start) = (try ThreadUsage(of: stream.process.pid), try ProcessUsage(of: stream.process.pid), MediaTime.now())
        letRun(for: .seconds(seconds))
        let span = MediaTime.now() - start
        let (later, total) = (try ThreadUsage(of: stream.process.pid), try ProcessUsage(of: stream.process.pid))
        let mixing = try mixingSeconds() - mixed
        for push in pushes { try push.expectRunning() }
        try stream.stop()
        return Load(
            sources: sources, host: (total.processorTime - usage.processorTime) / span,
            mixing: mixing / span.inSeconds, threads: later.since(threads).map { ($0.name, $0.time / span) })
    }
}
