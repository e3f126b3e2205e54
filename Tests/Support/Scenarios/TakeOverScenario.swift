import Fixtures
import Foundation
public import Frames
import Platform
import ServerFixtures

/// Take-over after take-over between two X displays in full motion, on a broadcast over RTMP; what the server received is
/// then looked at picture by picture and sound frame by sound frame.
///
/// Between two take-overs the stream runs undisturbed for at least as long as a take-over lasts: what is irregular there is the
/// machine's doing, and says what part of the rest may be.
public struct TakeOverScenario: Sendable {
    /// How one agent takes the other's place.
    public enum Means: String, CaseIterable, Sendable {
        /// A second agent is started by hand: the newest one wins.
        case agent
        /// `splitcast swap`.
        case swap
    }

    public var sizes = [PixelSize(width: 1280, height: 720), PixelSize(width: 1280, height: 720)]
    public var canvas = PixelSize(width: 1280, height: 720)
    public var count = 20
    public var means = Means.agent
    /// From a take-over to the start of the next one.
    public var pause = Duration.milliseconds(900)
    /// Where the recording shall be left, to be looked at; nil for nowhere.
    public var recording: String?
    /// Called after each take-over, with how many there were.
    public var progress: @Sendable (Int) -> Void = { _ in }

    private static let framesPerSecond = 30
    private static let key = "swaps"
    private static let numbersPerScreen: UInt32 = 1_000_000_000

    public init() {}

    public func run() throws -> TakeOverResult {
        let server = try RTMPServer()
        let stay = try broadcast(to: server)
        let recordings = try server.recordings(of: Self.key)
        guard recordings.count == 1 else { throw FixtureError("\(recordings.count) recordings: the stream was interrupted") }
        if let recording { try FileManager.default.copyItem(atPath: recordings[0], toPath: recording) }
        let screens = sizes.indices.map { index in
            SwitchReader.Screen(
                sizes[index], on: canvas, numbers: UInt32(index) * Self.numbersPerScreen..<UInt32(index + 1) * Self.numbersPerScreen)
        }
        return try TakeOverResult(of: recordings[0], screens: screens, framesPerSecond: Self.framesPerSecond, stay)
    }

    private func broadcast(to server: RTMPServer) throws -> TakeOverResult.Stay {
        let screens = try sizes.map { try XvfbServer(width: $0.width, height: $0.height) }
        let sound = try AudioFixture(feeding: .tone)
        defer { withExtendedLifetime((screens, sound)) {} }
        let stimuli = try screens.enumerated().map { try Stimulus(.motion, on: $1, firstNumber: UInt32($0) * Self.numbersPerScreen) }
        let stream = try Stream(
            [
                "host", "--size", "\(canvas)", "--video-bitrate", "2500k", "--mic", "default", "--http", "off", "--verbose", "--to",
                server.url(Self.key),
            ], sound: sound)
        let log = try LogTail(stream.process.log)
        var live = try stream.agent(on: screens[0])
        try stream.waitUntilLive()
        try waitUntil("the tone") { (try stream.status()["microphone"] as? [String: Any])?["rmsDbfs"] as? Double ?? -120 > -30 }
        // Each screen once, uncounted: buffers find their size, and the sound's clock settles.
        for screen in screens.dropFirst() + [screens[0]] {
            _ = try takeOver(stream, log, from: &live, to: screen)
            letRun(for: .seconds(2))
        }
        let before = try HostFootprint(of: stream)
        let begin = MediaTime.now()
        var times: [TakeOverResult.Times] = []
        for number in 1...count {
            times.append(try takeOver(stream, log, from: &live, to: screens[number % screens.count]))
            progress(number)
            letRun(for: pause)
        }
        let end = MediaTime.now()
        let after = try HostFootprint(of: stream)
        try stream.stop()
        for stimulus in stimuli { try stimulus.process.expectRunning() }
        for stimulus in stimuli { stimulus.stop() }
        guard live.exitStatus(within: .seconds(5)) != nil else { throw FixtureError("the last one did not end: \(live.command)") }
        return TakeOverResult.Stay(times: times, span: begin...end, growth: after.growth(since: before))
    }

    private func takeOver(_ stream: Stream, _ log: LogTail, from live: inout FixtureProcess, to screen: XvfbServer) throws -> TakeOverResult.Times {
        let start = MediaTime.now()
        let next: FixtureProcess
        let attached: LogTail.Line
        switch means {
        case .agent:
            next = try stream.agent(on: screen)
            attached = try log.next("attached", "pid \(next.pid)")
        case .swap:
            next = try stream.running("swap", "x11", "--display", screen.display)
            attached = try log.next("attached", screen.display)
        }
        let switched = try log.next("live:", screen.display)
        switch means {
        // The one that was replaced ends by itself, content.
        case .agent: guard live.exitStatus(within: .seconds(5)) == .exited(0) else { throw FixtureError("the replaced agent: \(live.output)") }
        case .swap: guard next.exitStatus(within: .seconds(10)) == .exited(0) else { throw FixtureError("swap: \(next.output)") }
        }
        live = next
        return TakeOverResult.Times(start: start, attached: attached.seen, switched: switched.seen)
    }
}
