import Fixtures
import Foundation
import Platform
public import ServerFixtures

/// Speech on the desktop comes out of a loudspeaker and back into the microphone, 80 ms later and 10 dB lower; somebody
/// near speaks too.
public struct EchoScenario: Sendable {
    public struct Result: Sendable {
        /// The echo in the received stream without and with cancellation, dBFS, and the difference: echo return loss enhancement.
        public let without: Double
        public let with: Double
        public var enhancement: Double { without - with }
        /// How much of the near voice is kept, dB, against the same without cancellation: alone, and while both speak.
        public let nearAlone: Double
        public let nearInDoubleTalk: Double
        /// What the host itself says.
        public let claimed: Double?
    }

    public var server = AudioServer.pulse
    /// Of each part.
    public var seconds = 10
    /// What cancellation is given to learn the room.
    public var settling = 8

    public init() {}

    public func run() throws -> Result {
        let (screen, target) = (try XvfbServer(width: 640, height: 360), try RTMPServer())
        let (far, near) = (AudioSignal.speech(1, level: -20), AudioSignal.speech(2, level: -20))
        let sound = try AudioFixture(server)
        let loudspeaker = try AudioFeeder(milliseconds: 80, decibels: -10, near: .silence, on: sound)
        defer { withExtendedLifetime((screen, loudspeaker)) {} }
        let stream = try Stream.sounding(screen, on: sound, to: target.url("echo"), "--mic", "default", "--desktop-audio")
        try stream.waitUntilLive()
        // The stream shall hold the microphone alone; the desktop stays what the echo is told by.
        try stream.command("audio", "always-on", "desktop", "on")
        try stream.command("audio", "mute", "desktop")
        func part(_ seconds: Int) -> (MediaTime, MediaTime) {
            let start = MediaTime.now()
            letRun(for: .seconds(seconds))
            return (start, .now())
        }
        func processing(_ words: String) throws { try stream.command("audio", "processing", words) }

        var farVoice: AudioFeeder? = try sound.play(far, as: "Far")
        letRun(for: .seconds(3))
        let plain = part(seconds)
        try processing("echo")
        letRun(for: .seconds(settling))
        let cancelled = part(seconds)
        let claimed = try stream.audio()["echoReductionDecibels"] as? Double
        let nearVoice = try sound.play(near, to: "mic_feed", as: "Near")
        letRun(for: .seconds(2))
        let both = part(seconds)
        farVoice = nil
        letRun(for: .seconds(1))
        let alone = part(seconds)
        try processing("off")
        letRun(for: .seconds(1))
        let reference = part(seconds)
        farVoice = try sound.play(far, as: "Far")
        letRun(for: .seconds(2))
        let bothPlain = part(seconds)
        let end = MediaTime.now()
        withExtendedLifetime((farVoice, nearVoice)) {}
        try stream.stop()

        let received = try ReceivedAudio(target.recordings(of: "echo")[0], end: end)
        func heard(_ part: (MediaTime, MediaTime)) -> DecodedAudio { received.between(part.0, part.1) }
        let voice = try near.samples(seconds: Double(seconds * 5 + 20))
        func retained(_ part: (MediaTime, MediaTime)) -> Double { VoiceReading(heard(part), as: voice).retained }
        return Result(
            without: heard(plain).loudness, with: heard(cancelled).loudness, nearAlone: retained(alone) - retained(reference),
            nearInDoubleTalk: retained(both) - retained(bothPlain), claimed: claimed)
    }
}
