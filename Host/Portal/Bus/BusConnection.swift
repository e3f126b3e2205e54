import AgentProtocol
import Glibc
import Platform

/// A short visit to a bus: a greeting, and calls whose answers are waited for. For questions, not for a session.
final class BusConnection {
    private let bus: SessionBus
    private let deadline: MediaTime

    /// - Parameter limit: for the whole visit.
    @available(*, noasync)
    init(address: String?, limit: Duration) throws(PortalError) {
        guard let address = address ?? BusAddress.current() else { throw .noBus }
        do throws(BusProblem) { bus = try SessionBus(address: address) } catch { throw PortalError(unreachable: error) }
        deadline = .now() + limit
        guard case .values(let values, _) = try ask(.bus("Hello")), let name = values.first?.text, bus.setName(name) else { throw .silentBus }
    }

    /// - Throws: `.silent` when the visit's time is over, `.busGone`.
    @available(*, noasync)
    func ask(_ call: BusCall) throws(PortalError) -> BusReply {
        let serial = bus.send(call)
        while true {
            while let message = bus.next() { if case .answer(serial, let reply) = message.content { return reply } }
            var entry = bus.interest
            guard pollUntil(deadline, &entry, 1) > 0 else { throw call.destination == PortalNames.bus ? .silent : .silentBus }
            guard bus.handle(entry.revents) else { throw PortalError(.busGone, "the session bus went away") }
        }
    }
}
