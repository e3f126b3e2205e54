import Fixtures
import Foundation
import Platform
public import ServerFixtures

/// A voice in pink noise, 10 dB below it, in the microphone: what noise suppression makes of it.
public struct NoiseScenario: Sendable {
    public struct Result: Sendable {
        public let without: VoiceReading
        public let with: VoiceReading
        public var gain: Double { with.ratio - without.ratio }
        /// How much of the voice is kept, dB.
        public var retained: Double { with.retained - without.retained }
    }

    public var server = AudioServer.pulse
    public var seconds = 12
    public var settling = 5

    public init() {}

    public func run() throws -> Result {
        let (screen, target) = (try XvfbServer(width: 640, height: 360), try RTMPServer())
        let voice = AudioSignal.speech(1, level: -23)
        let sound = try AudioFixture(server, feeding: voice + .pink(level: -33))
        defer { withExtendedLifetime((screen, sound)) {} }
        let stream = try Stream.sounding(screen, on: sound, to: target.url("noise"), "--mic", "default")
        try stream.waitUntilLive()
        letRun(for: .seconds(5))
        let start = MediaTime.now()
        letRun(for: .seconds(seconds))
        let plain = MediaTime.now()
        try stream.command("audio", "processing", "noise")
        letRun(for: .seconds(settling))
        let begin = MediaTime.now()
        letRun(for: .seconds(seconds))
        let end = MediaTime.now()
        try stream.stop()
        let received = try ReceivedAudio(target.recordings(of: "noise")[0], end: end)
        let original = try voice.samples(seconds: Double(2 * seconds + settling + 20))
        return Result(
            without: VoiceReading(received.between(start, plain), as: original), with: VoiceReading(received.between(begin, end), as: original))
    }
}
