import AgentProtocol
import Fixtures
import Glibc
import Platform
import Synchronization

@testable import Portal

/// What a controller reported, in order.
final class CastRecord: Sendable {
    private let events = Mutex<[PortalEvent]>([])

    func note(_ event: PortalEvent) { events.withLock { $0.append(event) } }

    var all: [PortalEvent] { events.withLock { $0 } }

    /// Waits until something was reported, and returns what `find` makes of it.
    func wait<Found>(for what: String, _ find: (PortalEvent) -> Found?) throws -> Found {
        var found: Found?
        try waitUntil("\(what); reported: \(all)") {
            found = all.lazy.compactMap(find).first
            return found != nil
        }
        return found!
    }

    func refusal(of agent: UInt32) throws -> PortalError {
        try wait(for: "agent \(agent) is refused") { if case .refused(agent, let error) = $0 { error } else { nil } }
    }

    /// What can be read from the connection that an agent was given.
    func remote(of agent: UInt32) throws -> (offer: CastOffer, text: String) {
        let (offer, remote) = try wait(for: "agent \(agent) has a remote") { event -> (CastOffer, SharedDescriptor)? in
            if case .granted(agent, let offer, let remote) = event { (offer, remote) } else { nil }
        }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(remote.number, &bytes, bytes.count)
        return (offer, String(decoding: bytes.prefix(max(0, count)), as: UTF8.self))
    }
}
