import Fixtures
import Foundation
public import Frames
import Platform
import ServerFixtures

/// A broadcast that goes from a display of X to a desktop of Wayland and back, by `splitcast swap`, round after round: X11, the
/// portal's cast, the compositor itself, X11 again. What the server received is then looked at as for a `TakeOverScenario`.
public struct BackendSwapScenario: Sendable {
    public var size = PixelSize(width: 960, height: 540)
    /// Swaps, three a round.
    public var count = 9
    /// From a swap to the start of the next one.
    public var pause = Duration.milliseconds(900)
    /// Where the recording shall be left, to be looked at; nil for nowhere.
    public var recording: String?
    /// Called after each swap, with how many there were.
    public var progress: @Sendable (Int) -> Void = { _ in }

    /// How often the picture changes to another screen: the portal's cast and the compositor's own show the same one.
    public var switchCount: Int { (0..<count).count { $0 % 3 != 1 } }

    private static let framesPerSecond = 30
    private static let key = "backends"
    private static let numbersPerScreen: UInt32 = 1_000_000_000

    public init() {}

    public func run() throws -> TakeOverResult {
        let server = try RTMPServer()
        let stay = try broadcast(to: server)
        let recordings = try server.recordings(of: Self.key)
        guard recordings.count == 1 else { throw FixtureError("\(recordings.count) recordings: the stream was interrupted") }
        if let recording { try FileManager.default.copyItem(atPath: recordings[0], toPath: recording) }
        let screens = (0..<2).map { index in
            SwitchReader.Screen(size, on: size, numbers: UInt32(index) * Self.numbersPerScreen..<UInt32(index + 1) * Self.numbersPerScreen)
        }
        return try TakeOverResult(of: recordings[0], screens: screens, framesPerSecond: Self.framesPerSecond, stay)
    }

    private func broadcast(to server: RTMPServer) throws -> TakeOverResult.Stay {
        let (screen, desktop) = (try XvfbServer(width: size.width, height: size.height), try SwayDesktop(width: size.width, height: size.height))
        let sound = try AudioFixture(feeding: .tone)
        defer { withExtendedLifetime((screen, desktop, sound)) {} }
        let stimuli = [try Stimulus(.motion, on: screen), try Stimulus(.motion, on: desktop, firstNumber: Self.numbersPerScreen)]
        let stream = try Stream(
            [
                "host", "--size", "\(size)", "--video-bitrate", "2500k", "--mic", "default", "--http", "off", "--verbose", "--to",
                server.url(Self.key),
            ], desktop: desktop, sound: sound)
        let log = try LogTail(stream.process.log)
        let first = try stream.agent(on: screen)
        try stream.waitUntilLive()
        try waitUntil("the tone") { (try stream.status()["microphone"] as? [String: Any])?["rmsDbfs"] as? Double ?? -120 > -30 }
        let rounds: [(String, [String])] = [("pipewire", []), ("wlr", []), ("x11", ["--display", screen.display])]
        // Each once, uncounted: buffers find their size, the user says yes, and the sound's clock settles.
        for next in rounds {
            _ = try swap(to: next.0, next.1, stream, log)
            letRun(for: .seconds(2))
        }
        guard first.exitStatus(within: .seconds(5)) == .exited(0) else { throw FixtureError("the agent that was replaced: \(first.output)") }
        let before = try HostFootprint(of: stream)
        let begin = MediaTime.now()
        var times: [TakeOverResult.Times] = []
        for number in 0..<count {
            times.append(try swap(to: rounds[number % 3].0, rounds[number % 3].1, stream, log))
            progress(number + 1)
            letRun(for: pause)
        }
        let end = MediaTime.now()
        let after = try HostFootprint(of: stream)
        try stream.stop()
        for stimulus in stimuli { try stimulus.process.expectRunning() }
        for stimulus in stimuli { stimulus.stop() }
        guard desktop.consentCount == 1 else { throw FixtureError("the user was asked \(desktop.consentCount) times") }
        return TakeOverResult.Stay(times: times, span: begin...end, growth: after.growth(since: before))
    }

    private func swap(to backend: String, _ more: [String], _ stream: Stream, _ log: LogTail) throws -> TakeOverResult.Times {
        let start = MediaTime.now()
        let command = try FixtureProcess(
            [try releaseProduct("splitcast"), "swap", "--group", stream.group, backend] + more, environment: stream.environment)
        let attached = try log.next("attached: \(backend) ")
        let switched = try log.next("live:", "(\(backend) agent")
        guard command.exitStatus(within: .seconds(10)) == .exited(0) else { throw FixtureError("swap: \(command.output)") }
        return TakeOverResult.Times(start: start, attached: attached.seen, switched: switched.seen)
    }
}
