import Glibc
public import Platform
import Synchronization

/// Tells when a desktop is not to be seen by its own user: what logind says on the system bus, and screen savers and Mutter on the session's.
/// Meanwhile it holds logind's inhibitor locks. A bus or a service that is not there says nothing.
public final class DesktopWatch: Sendable {
    /// After a bus went away; what was known stays until it says something else.
    private static let retryInterval = Duration.seconds(5)

    private let wakeup: Wakeup
    private let isStopping = Atomic<Bool>(false)
    private let addresses: [(DesktopListener.Kind, String)]
    private let inhibited: Set<InhibitedAction>
    private let report: @Sendable (Event) -> Void

    /// What has changed.
    public enum Event: Hashable, Sendable {
        /// All causes that hold.
        case causes(Set<DesktopCause>)
        case inhibition(Inhibition)
    }

    /// - Parameters:
    ///   - sessionBus: its address; `nil` for the user's, if there is one.
    ///   - systemBus: its address; `nil` for the machine's.
    ///   - inhibited: what logind is kept from until `run` returns.
    ///   - report: told, from the watching thread, when something has changed.
    public init(
        sessionBus: String?, systemBus: String?, inhibited: Set<InhibitedAction> = [], report: @escaping @Sendable (Event) -> Void
    ) throws(SystemError) {
        wakeup = try Wakeup()
        self.inhibited = inhibited
        self.report = report
        let system = systemBus ?? BusAddress.variable("DBUS_SYSTEM_BUS_ADDRESS") ?? "unix:path=/run/dbus/system_bus_socket"
        addresses = [(.system, system)] + ((sessionBus ?? BusAddress.current()).map { [(.session, $0)] } ?? [])
    }

    /// Has `run` return soon. Any thread.
    public func stop() {
        isStopping.store(true, ordering: .releasing)
        wakeup.signal()
    }

    /// The thread's body.
    @available(*, noasync)
    public func run() {
        var (facts, told) = (DesktopFacts(), Set<DesktopCause>())
        var (inhibitors, toldInhibition) = (Inhibitors(inhibited), Inhibition())
        var listeners: [DesktopListener?] = addresses.map { _ in nil }
        var nextTry = MediaTime.now()
        while !isStopping.load(ordering: .acquiring) {
            let now = MediaTime.now()
            if now >= nextTry, listeners.contains(where: { $0 == nil }) {
                for index in listeners.indices where listeners[index] == nil {
                    let (kind, address) = addresses[index]
                    do throws(BusProblem) { listeners[index] = try DesktopListener(kind, address: address) } catch {}
                }
                nextTry = now + Self.retryInterval
            }
            var entries = listeners.map { $0?.interest ?? pollfd(fd: -1, events: 0, revents: 0) }
            entries.append(pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0))
            let isWhole = listeners.allSatisfy { $0 != nil }
            _ = entries.withUnsafeMutableBufferPointer { pollUntil(isWhole ? nil : nextTry, $0.baseAddress!, $0.count) }
            if entries[listeners.count].revents != 0 { wakeup.drain() }
            for index in listeners.indices
            where listeners[index]?.handle(entries[index].revents, into: &facts, &inhibitors) == false { listeners[index] = nil }
            if facts.causes != told {
                told = facts.causes
                report(.causes(told))
            }
            if inhibitors.state != toldInhibition {
                toldInhibition = inhibitors.state
                report(.inhibition(toldInhibition))
            }
        }
    }
}
