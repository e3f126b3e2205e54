import Fixtures
import Foundation
import Platform
public import ServerFixtures

/// A tone of 1 kHz at −20 dBFS in the microphone: what is received of it, and what is received when everything is muted.
public struct ToneScenario: Sendable {
    public struct Result: Sendable {
        public let tone: ToneMeter
        /// Root mean square with everything muted, dBFS; nil when it was not muted.
        public let floor: Double?
        public let floorPeak: Double?
    }

    public var server = AudioServer.pulse
    public var peer = StepScenario.Peer.splitcast
    public var isMuting = true
    public var seconds = 10

    public init() {}

    public func run() throws -> Result {
        let (screen, target) = (try XvfbServer(width: 640, height: 360), try RTMPServer())
        let sound = try AudioFixture(server, feeding: .tone)
        defer { withExtendedLifetime((screen, sound)) {} }
        let span = Duration.seconds(seconds)
        if peer == .ffmpeg {
            let encoder = ["-c:a", "aac", "-b:a", "128k", "-f", "flv", target.url("tone")]
            let process = try FixtureProcess(
                ["ffmpeg", "-nostdin", "-v", "error", "-f", "pulse", "-i", "default"] + encoder, environment: sound.environment)
            try waitUntil("ffmpeg to publish", timeout: .seconds(30)) { try target.isPublishing("tone") }
            letRun(for: span + .seconds(4))
            process.end()
            try waitUntil("the end of publishing") { try !target.isPublishing("tone") }
            let received = try DecodedAudio(of: target.recordings(of: "tone")[0])
            return Result(tone: ToneMeter(received.part(from: received.duration - span - .seconds(1), for: span)), floor: nil, floorPeak: nil)
        }
        let stream = try Stream.live(screen, sound: sound, to: [target.url("tone")])
        try stream.waitUntilLive()
        // Sound server and clock follower settle on each other.
        letRun(for: .seconds(6))
        let start = MediaTime.now()
        letRun(for: span)
        let finish = MediaTime.now()
        if isMuting { try stream.command("audio", "mute", "all") }
        let muted = MediaTime.now()
        if isMuting { letRun(for: .seconds(5)) }
        let end = MediaTime.now()
        try stream.stop()
        let received = try ReceivedAudio(target.recordings(of: "tone")[0], end: end)
        let silence = received.between(muted, end)
        return Result(
            tone: ToneMeter(received.between(start, finish)), floor: isMuting ? silence.loudness : nil, floorPeak: isMuting ? silence.peak : nil)
    }
}
