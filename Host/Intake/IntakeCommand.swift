public import AgentProtocol
public import AppGroup

/// What the session asks of the intake, about the agent of a generation. One that is not attached (any more) is left alone.
public enum IntakeCommand: Hashable, Sendable {
    /// A newly attached agent is let in: it may wait as a standby, or capture and take over the canvas with its first good frame. Before
    /// that it does nothing. The rank is that of the command which wanted it, 1 for the first; 0 for a standby that none did.
    case admit(UInt32, rank: Int, isStandby: Bool)
    /// A standby shall capture, and take over likewise.
    case claim(UInt32, rank: Int)
    /// It shall wait again, unless it is live already.
    case withdraw(UInt32)
    /// The live agent of a source shall wait again, with nothing of it shown; `detached` confirms it. No standby takes its place before a
    /// command wants one.
    case detach(UInt32)
    /// The same of a source that has no live agent.
    case keepVacant(SourceName)
    /// An agent that is not live is one of this source from now on: as if it had come for it, to be admitted. Nothing happens where there is no
    /// such source.
    case place(UInt32, SourceName)
    /// What it shall set of its camera, of what it has told; it tells its controls again then.
    case setCamera(UInt32, [CameraSettings.Setting])
    /// It shall end; `departed` confirms it. One that does not within a second is killed.
    case stop(UInt32, EndReason)
    /// From now on nothing of it is shown; `paused` confirms that it grabs nothing either.
    case pause(UInt32)
    case resume(UInt32)
    /// The same of the live agent of every source, and of each that becomes live, until `resumeLive`.
    case pauseLive
    case resumeLive
    /// The same of one source by itself: of its live agent, and of each that becomes live, until `resumeSource`.
    case pauseSource(SourceName)
    case resumeSource(SourceName)
}
