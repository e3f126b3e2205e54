import Fixtures
import Foundation
public import Frames
import Platform
import ServerFixtures

/// The live agent of `splitcast live` is killed or stopped dead, again and again; measured is when the host notices and when
/// another agent's frame is on the canvas, both by the host's own log as it is written.
public struct LossScenario: Sendable {
    /// What befalls the agent.
    public enum Blow: String, CaseIterable, Sendable {
        /// SIGKILL.
        case kill
        /// SIGSTOP: the process is there and does nothing.
        case hang
    }

    public struct Result: Sendable {
        /// From the blow to the line that says that the agent is gone.
        public let noticed: Spread
        /// From the blow to the line that says that another one's frame is on the canvas.
        public let replaced: Spread
        /// Times that a target had to connect again.
        public let reconnects: Int
        /// Processes of agents that were still there at the end.
        public let leftOver: Int
    }

    /// An agent that fails soon after its start is started again after a growing delay, which this is not about: a fresh host
    /// after so many blows.
    private static let blowsPerHost = 3

    public var blow = Blow.kill
    public var count = 20
    public var size = PixelSize(width: 1280, height: 720)
    /// Called after each blow, with how many there were.
    public var progress: @Sendable (Int) -> Void = { _ in }

    public init() {}

    public func run() throws -> Result { try broadcast() }

    private func broadcast() throws -> Result {
        let (screen, server) = (try XvfbServer(width: size.width, height: size.height), try RTMPServer())
        defer { withExtendedLifetime((screen, server)) {} }
        let stimulus = try Stimulus(.motion, on: screen)
        var (noticed, replaced): ([Duration], [Duration]) = ([], [])
        var (reconnects, leftOver) = (0, 0)
        while noticed.count < count {
            let stream = try Stream.live(screen, to: [server.url("loss\(noticed.count)")])
            try stream.waitUntilLive()
            var victims: [pid_t] = []
            for _ in 0..<min(Self.blowsPerHost, count - noticed.count) {
                let victim = try livePid(of: stream)
                victims.append(victim)
                let log = try LogTail(stream.process.log)
                let start = MediaTime.now()
                guard Glibc.kill(victim, blow == .kill ? SIGKILL : SIGSTOP) == 0 else { throw FixtureError("no agent with pid \(victim)") }
                noticed.append(try log.next("ended", "pid \(victim)").seen - start)
                replaced.append(try log.next("live:", screen.display).seen - start)
                progress(noticed.count)
                // At some time of its heartbeat and of the frame, not always at the same.
                letRun(for: .milliseconds(Int.random(in: 300...600)))
            }
            reconnects += try stream.targets().reduce(0) { $0 + ($1["reconnects"] as? Int ?? 0) }
            try stream.stop(restarts: true)
            leftOver += victims.count { Glibc.kill($0, 0) == 0 }
        }
        stimulus.stop()
        return Result(noticed: Spread(noticed), replaced: Spread(replaced), reconnects: reconnects, leftOver: leftOver)
    }

    private func livePid(of stream: Stream) throws -> pid_t {
        var found: Int?
        try waitUntil("a live agent") {
            found = try stream.agents().first { $0["isLive"] as? Bool == true }?["pid"] as? Int
            return found != nil
        }
        return pid_t(found ?? 0)
    }
}
