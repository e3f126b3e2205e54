import Fixtures
import Foundation
import Platform
public import ServerFixtures

/// Flashes on an X display and clicks in the microphone, each at the same moments of the same clock, streamed over RTMP for minutes or
/// hours: whether sound and picture keep step.
public struct StepScenario: Sendable {
    public enum Peer: Sendable {
        case splitcast, ffmpeg
    }

    public enum Source: Sendable {
        /// The sound server's virtual microphone.
        case microphone
        /// A microphone with a clock of its own, so many ppm fast. PulseAudio only.
        case card(ppm: Double)
        /// A microphone and speakers with a clock each, so many ppm fast, both heard. PulseAudio only.
        case devices(microphone: Double, speakers: Double)
        /// `splitcast audio push`, so many ppm fast.
        case pushed(ppm: Double)
    }

    public struct Result: Sendable {
        /// From the first second on, and without the first ten.
        public let all: StepReading
        public let settled: StepReading
        /// What the desktop plays, without the first ten seconds; `nil` where it plays nothing.
        public let desktop: StepReading?
        /// How much later than it ought to a click of the desktop's left the speakers, milliseconds, the median.
        public let desktopFixtureOffset: Double
        /// The fixture's own error: how much later than its flash a click enters the microphone, as an independent listener has it,
        /// milliseconds, the median; 0 where clicks are made by the clock itself, except for the screen's share.
        public let fixtureOffset: Double
        /// By how much the sound's own time, counted in samples, had moved against its time stamps at the end.
        public let soundDrift: Duration
        /// By how much the host found the microphone's clock, or that of what is pushed, to be fast at the end; 0 of a peer.
        public let driftPPM: Double
        /// What the host says of its microphone at the end.
        public let figures: String

        /// The same broadcast by the clicks of the desktop; `nil` where it plays nothing.
        public var ofDesktop: Result? {
            desktop.map {
                Result(
                    all: $0, settled: $0, desktop: nil, desktopFixtureOffset: 0, fixtureOffset: desktopFixtureOffset, soundDrift: soundDrift,
                    driftPPM: driftPPM, figures: figures)
            }
        }
    }

    public var server = AudioServer.pulse
    public var peer = Peer.splitcast
    public var duration = Duration.seconds(60)
    public var source = Source.microphone
    public var framesPerSecond = 30

    /// How much later than the microphone's the desktop's clicks are played.
    private static let desktopDelay = 700

    public init() {}

    public func run() throws -> Result {
        let (screen, target) = (try XvfbServer(width: 640, height: 360), try RTMPServer())
        let sound = try fixture()
        let stimulus = try Stimulus(.flash, on: screen)
        let hasDesktop = if case .devices = source { true } else { false }
        let desktop = hasDesktop ? try sound.play(.click(after: Self.desktopDelay)) : nil
        defer { withExtendedLifetime((screen, sound, stimulus, desktop)) {} }
        let listener: FixtureProcess? = if case .microphone = source { try sound.listen() } else { nil }
        var (figures, driftPPM) = ("", 0.0)
        switch peer {
        case .splitcast:
            let isPushed = if case .pushed = source { true } else { false }
            let stream = try Stream.sounding(
                screen, on: sound, to: target.url("step"),
                ["--fps", "\(framesPerSecond)", "--mic", isPushed ? "none" : "default"] + (hasDesktop ? ["--desktop-audio"] : []))
            try stream.waitUntilLive()
            let push: FixtureProcess? = if case .pushed(let ppm) = source { try stream.push(.click, as: "clicks", ppm: ppm) } else { nil }
            defer { withExtendedLifetime(push) {} }
            letRun(for: duration)
            let microphone = isPushed ? try stream.source("clicks") : try stream.status()["microphone"] as? [String: Any] ?? [:]
            driftPPM = microphone["driftPpm"] as? Double ?? 0
            figures = microphone.map { "\($0) \($1)" }.sorted().joined(separator: ", ")
            if hasDesktop { figures += ", desktop's driftPpm \(try stream.source("desktop")["driftPpm"] ?? "unknown")" }
            try stream.stop()
        case .ffmpeg:
            let process = try FixtureProcess(
                [
                    "ffmpeg", "-nostdin", "-v", "error", "-f", "x11grab", "-framerate", "\(framesPerSecond)", "-video_size", "640x360", "-i",
                    screen.display, "-f", "pulse", "-i", "default", "-c:v", "libx264", "-preset", "veryfast", "-tune", "zerolatency", "-g", "60",
                    "-pix_fmt", "yuv420p", "-c:a", "aac", "-b:a", "128k", "-f", "flv", target.url("step"),
                ], environment: sound.environment)
            try waitUntil("ffmpeg to publish", timeout: .seconds(30)) { try target.isPublishing("step") }
            letRun(for: duration)
            process.end()
        }
        try waitUntil("the end of publishing") { try !target.isPublishing("step") }
        guard let recording = try target.recordings(of: "step").first else { throw FixtureError("nothing was received") }
        let both = try StepReading(recording)
        let (all, later) = hasDesktop ? both.separated(by: Double(Self.desktopDelay)) : (both, nil)
        let sounds = try FlvRecording(recording).sounds
        let (stamped, counted) = ((sounds.last ?? 0) - (sounds.first ?? 0), Double(max(0, sounds.count - 1)) * 1024 / 48)
        let clicks = listener.map(AudioFixture.clicks)
        let played = hasDesktop ? sound.playedClicks.map { $0 - .milliseconds(Self.desktopDelay) } : nil
        return Result(
            all: all, settled: all.after(.seconds(10)), desktop: later?.after(.seconds(10)),
            desktopFixtureOffset: Self.offset(of: played, from: stimulus.flashTimes),
            fixtureOffset: Self.offset(of: clicks, from: stimulus.flashTimes),
            soundDrift: .milliseconds(counted - Double(stamped)), driftPPM: driftPPM, figures: figures)
    }

    /// - Parameter clicks: when they were heard; nil when they are at the very moments.
    private static func offset(of clicks: [MediaTime]?, from flashes: [MediaTime]) -> Double {
        let offsets = flashes.compactMap { flash -> Duration? in
            guard let clicks else { return .zero - FlashMoment.offset(of: flash) }
            return clicks.first { abs(($0 - flash).inSeconds) < 1 }.map { $0 - flash }
        }
        return Spread(offsets).at(0.5).inMilliseconds
    }

    private func fixture() throws -> AudioFixture {
        switch source {
        case .microphone: try AudioFixture(server, feeding: .click)
        case .card(let ppm): try AudioFixture(server, microphone: .card(ppm: ppm), feeding: .click)
        case .devices(let ppm, let speakers):
            try AudioFixture(server, microphone: .card(ppm: ppm), speakersPPM: speakers, feeding: .click)
        case .pushed: try AudioFixture(server)
        }
    }
}
