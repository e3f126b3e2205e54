/// A private Wayland desktop with PipeWire and the desktop portal, in a home and runtime directory of its own.
public protocol WaylandDesktop: DrawnScreen {
    /// Where its sockets are, and Splitcast's group.
    var runtimePath: String { get }
    /// How often the user was asked for a cast so far, as the part of the portal that asks has it.
    var consentCount: Int { get }
    /// Forgets every consent that was kept, as a user does in the settings.
    func forgetConsents()
    /// Ends PipeWire and its session manager, and with them every cast.
    func stopPipeWire(killing: Bool)
    /// Starts them again, with what a session starts anew with them.
    func startPipeWire() throws
}

extension WaylandDesktop {
    /// Ends PipeWire and starts it again.
    public func restartPipeWire() throws {
        stopPipeWire(killing: true)
        try startPipeWire()
    }
}
