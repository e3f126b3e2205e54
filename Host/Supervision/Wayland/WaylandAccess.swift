import Glibc
import Platform

/// How an agent that is about to be started reaches its compositor.
enum WaylandAccess {
    case proxy(WaylandProxy)
    /// There is none to be reached: the agent finds that out as well, and says so. It must not try again a moment later, unfiltered.
    case unreachable
    /// The compositor is another user's: the agent is refused as we were, and says so.
    case own

    /// - Parameter report: as in `WaylandProxy`.
    /// - Throws: `SystemError` when the system has no room for a connection or a thread.
    init(_ display: WaylandDisplay, report: @escaping @Sendable (WaylandFilter.Offence) -> Void) throws(SystemError) {
        guard let path = display.path else {
            self = .unreachable
            return
        }
        let compositor: PassingStream
        do throws(SystemError) { compositor = try PassingStream(connectingTo: path) } catch {
            switch error.number {
            case EMFILE, ENFILE, ENOMEM: throw error
            case EACCES, EPERM: self = .own
            default: self = .unreachable
            }
            return
        }
        self = .proxy(try WaylandProxy(compositor, report: report))
    }

    /// libwayland-client takes a connection that is there already before it looks for a socket, and fails where this is no descriptor.
    func prepare(_ launch: inout Launch) {
        switch self {
        case .proxy(let proxy):
            launch.connection = proxy.descriptor
            launch.environment.append("WAYLAND_SOCKET=\(Launch.connectionNumber)")
        case .unreachable: launch.environment.append("WAYLAND_SOCKET=-1")
        case .own: break
        }
    }

    /// The agent has been started, or cannot be.
    func isPassedOn() { if case .proxy(let proxy) = self { proxy.isPassedOn() } }

    @available(*, noasync)
    func end() { if case .proxy(let proxy) = self { proxy.end() } }
}
