/// What the control plane may do with a running session: ask, mute, stop. Any thread or task.
public protocol SessionSteering: AnyObject, Sendable {
    func status() -> SessionStatus

    /// Asks for a clean end; returns at once. Calling it again changes nothing.
    func requestStop()

    func setMicrophoneMuted(_ isMuted: Bool)

    /// Begins what is asked of the agents; returns its number at once. How it goes is told by `operation`.
    func begin(_ request: AgentRequest) -> Int

    /// `nil` for a number that was never given, or too long ago (the last 64 are kept).
    func operation(_ id: Int) -> AgentOperation?
}
