import Fixtures
import ServerFixtures

/// Agents that come and go, hundreds of times, at one host: what the host holds before and after.
public struct ChurnScenario: Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        /// A greeting, an answer, and gone: the socket and the endpoint alone.
        case connect
        /// A whole agent: started, its frame on the canvas, ended.
        case attach
        /// A whole agent that takes the place of the one before.
        case replace
        /// `splitcast swap` between two displays.
        case swap
    }

    public var kind = Kind.connect
    public var count = 200
    /// Called after each, with how many there were.
    public var progress: @Sendable (Int) -> Void = { _ in }

    /// So many first, uncounted: buffers and caches find their size.
    private static let warmUp = 20

    public init() {}

    public func run() throws -> HostFootprint.Growth {
        let screens = [try XvfbServer(width: 640, height: 360), try XvfbServer(width: 800, height: 600)]
        let scratch = Scratch()
        defer { withExtendedLifetime((screens, scratch)) {} }
        let stream = try Stream(
            ["host", "--mic", "none", "--http", "off", "--size", "640x360", "--verbose", "--to", scratch.file("churn.mkv")])
        let log = try LogTail(stream.process.log)
        try waitUntil("the host") { (try? stream.status()) != nil }  // refused until it listens
        var live: FixtureProcess?
        for number in 0..<Self.warmUp { try once(number, stream, log, screens, &live) }
        let before = try settledFootprint(of: stream)
        for number in 0..<count {
            try once(number, stream, log, screens, &live)
            progress(number + 1)
        }
        let growth = try settledFootprint(of: stream).growth(since: before)
        try stream.process.expectRunning()
        stream.process.end()
        return growth
    }

    private func once(_ number: Int, _ stream: Stream, _ log: LogTail, _ screens: [XvfbServer], _ live: inout FixtureProcess?) throws {
        let screen = screens[number % screens.count]
        switch kind {
        case .connect:
            // Leaves with the end of this scope.
            try HandoffClient(of: stream).greet()
        case .attach:
            let agent = try stream.agent(on: screen)
            _ = try log.next("live:", "pid \(agent.pid)")
            guard agent.end() == .exited(0) else { throw FixtureError("the agent: \(agent.output)") }
            _ = try log.next("ended", "pid \(agent.pid)")
        case .replace:
            let agent = try stream.agent(on: screen)
            _ = try log.next("live:", "pid \(agent.pid)")
            if let live, live.exitStatus(within: .seconds(10)) != .exited(0) { throw FixtureError("the replaced agent: \(live.output)") }
            live = agent
        case .swap:
            let swap = try stream.running("swap", "x11", "--display", screen.display)
            guard swap.exitStatus(within: .seconds(20)) == .exited(0) else { throw FixtureError("swap: \(swap.output)") }
        }
    }

    /// The host's footprint once nothing more of the clients is in it.
    private func settledFootprint(of stream: Stream) throws -> HostFootprint {
        let attached = kind == .connect || kind == .attach ? 0 : 1
        try waitUntil("the last one to be gone") { try stream.agents().count == attached }
        // Connections of the tools that asked.
        letRun(for: .milliseconds(500))
        return try HostFootprint(of: stream)
    }
}
