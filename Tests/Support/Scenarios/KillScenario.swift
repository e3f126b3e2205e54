import Fixtures
import Foundation
import Platform
public import ServerFixtures

/// The microphone is taken away and given back, many times, while the desktop's sound goes on.
public struct KillScenario: Sendable {
    public struct Result: Sendable {
        /// Everything sharp in what was received: nothing that is played is.
        public let clicks: [AudioClick]
        /// How long each time from the microphone's return to the sound server until its tone is heard, at most.
        public let returns: Spread
        /// When the microphone was silent, which should be as often as it was taken away.
        public let silences: [ClosedRange<Duration>]
        /// Where the desktop's own tone was missing.
        public let holes: [ClosedRange<Duration>]
        /// The desktop's tone, over all: its level and what else there is.
        public let desktop: Double
    }

    public var server = AudioServer.pulse
    public var count = 3
    public var pause = Duration.milliseconds(1500)
    /// Called after each, with how many there were.
    public var progress: @Sendable (Int) -> Void = { _ in }

    /// The microphone's own, dBFS: low, so that what its end leaves of itself is not taken for a click in the others.
    public static let level = -36.0

    public init() {}

    public func run() throws -> Result {
        let (screen, target) = (try XvfbServer(width: 640, height: 360), try RTMPServer())
        let sound = try AudioFixture(server, feeding: .tone(440, level: Self.level))
        let desktop = try sound.play(.tone(1000), to: "speakers")
        defer { withExtendedLifetime((screen, sound, desktop)) {} }
        let stream = try Stream.sounding(screen, on: sound, to: target.url("kill"), "--mic", "default", "--desktop-audio")
        try stream.waitUntilLive()
        try stream.waitUntilHeard("mic", "desktop", above: -50)
        letRun(for: .seconds(3))
        let start = MediaTime.now()
        var absences: [Duration] = []
        for number in 1...count {
            let gone = MediaTime.now()
            try sound.unplug()
            letRun(for: .milliseconds(400))
            try sound.plug()
            absences.append(MediaTime.now() - gone)
            letRun(for: pause)
            try stream.waitUntilHeard("mic", above: -50)
            letRun(for: .milliseconds(200))
            progress(number)
        }
        let end = MediaTime.now()
        try stream.stop()
        let received = try ReceivedAudio(target.recordings(of: "kill")[0], end: end)
        let scenario = received.sound.part(from: received.position(of: start) - .milliseconds(300), for: end - start)
        let silences = scenario.silences(of: 440, level: Self.level)
        return Result(
            clicks: scenario.sharpClicks(above: -60),
            returns: Spread(zip(silences, absences).map { max(.zero, $0.upperBound - $0.lowerBound - $1) }),
            silences: silences, holes: scenario.silences(of: 1000), desktop: scenario.level(at: 1000))
    }
}
