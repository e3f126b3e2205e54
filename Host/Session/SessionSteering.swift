/// What the control plane may do with a running session: ask, mute, stop. Any thread or task.
public protocol SessionSteering: AnyObject, Sendable {
    func status() -> SessionStatus

    /// Asks for a clean end; returns at once. Calling it again changes nothing.
    func requestStop()

    func setMicrophoneMuted(_ isMuted: Bool)
}
