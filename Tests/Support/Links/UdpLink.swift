import Fixtures
import Foundation
public import Platform

/// A relay for datagrams on loopback that does what a trace says to those from clients: rate, queue, loss, delay. Answers get
/// the same delay and loss, at any rate. While the cable is out, everything is lost.
///
/// The trace begins with the first datagram. Ended with its owner.
public final class UdpLink: Sendable {
    public let port: UInt16
    /// What arrived at the server.
    public let scenario = LinkScenario()
    private let lever: LinkSwitch
    private let worker: Worker

    /// - Parameter server: the port of loopback that it leads to.
    public init(to server: UInt16, _ trace: LinkTrace) throws {
        let lever = try LinkSwitch()
        self.lever = lever
        let socket = try LinkSockets.open(SOCK_DGRAM)
        guard LinkSockets.withAddress(LinkSockets.address(port: 0), { bind(socket, $0, $1) == 0 }) else {
            close(socket)
            throw FixtureError("no port for a line")
        }
        port = LinkSockets.port(of: socket)
        worker = try Worker(name: "udp-line") { [scenario] in
            var traffic = UdpTraffic(trace, socket: socket, server: server, scenario: scenario)
            while !lever.isStopping {
                let deadline = traffic.work(at: .now())
                if lever.start == nil { lever.start = traffic.start }
                traffic.wait(until: deadline, lever.wakeup)
            }
            traffic.end()
        }
    }

    deinit { stop() }

    /// When the first datagram came, which is the start of the trace.
    public var start: MediaTime? { lever.start }

    /// Ends everything. Again does nothing.
    public func stop() {
        lever.stop()
        worker.join()
    }
}
