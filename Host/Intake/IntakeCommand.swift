public import AgentProtocol

/// What the session asks of the intake, about the agent of a generation. One that is not attached (any more) is left alone.
public enum IntakeCommand: Hashable, Sendable {
    /// It shall capture, and take over the canvas with its first good frame.
    case claim(UInt32)
    /// It shall wait again, unless it is live already.
    case withdraw(UInt32)
    /// It shall end; `departed` confirms it. One that does not within a second is killed.
    case stop(UInt32, EndReason)
    /// From now on nothing of it is shown; `paused` confirms that it grabs nothing either.
    case pause(UInt32)
    case resume(UInt32)
}
