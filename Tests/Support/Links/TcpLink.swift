public import Platform

/// A TCP line on loopback that does what a trace says to all connections through it: what clients send passes at its rate, waits
/// in its queue and arrives late; answers pass at once. While the cable is out nothing moves and no one new is let in.
///
/// Bytes that wait in the line's queue are acknowledged already, as behind a proxy of a provider: the sender cannot see them.
/// The trace begins with the first connection. Ended with its owner.
public final class TcpLink: Sendable {
    public let port: UInt16
    /// What arrived at the server.
    public let scenario = LinkScenario()
    private let lever: LinkSwitch
    private let worker: Worker

    /// - Parameter server: the port of loopback that it leads to.
    public init(to server: UInt16, _ trace: LinkTrace) throws {
        let lever = try LinkSwitch()
        self.lever = lever
        let listener = try LinkSockets.listen(port: 0)
        port = LinkSockets.port(of: listener)
        worker = try Worker(name: "tcp-line") { [scenario, port] in
            var traffic = TcpTraffic(trace, listener: listener, port: port, server: server, scenario: scenario)
            while !lever.isStopping {
                if lever.takeBreak() { traffic.breakAll() }
                let deadline = traffic.work(at: .now())
                if lever.start == nil { lever.start = traffic.start }
                traffic.wait(until: deadline, lever.wakeup)
            }
            traffic.end()
        }
    }

    deinit { stop() }

    /// When the first connection came, which is the start of the trace.
    public var start: MediaTime? { lever.start }

    /// Ends all connections with a reset; new ones are let in.
    public func breakConnections() { lever.breakConnections() }

    /// Ends everything. Again does nothing.
    public func stop() {
        lever.stop()
        worker.join()
    }
}
