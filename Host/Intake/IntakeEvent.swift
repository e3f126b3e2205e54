public import AgentProtocol
public import Frames

/// What happened to agents. Reported from the intake's threads, rarely; the receiver must not wait.
public enum IntakeEvent: Sendable {
    case attached(AgentDescription)
    /// Its first good frame is on the canvas from now on.
    case live(AgentDescription, FrameGeometry)
    /// It confirmed that it grabs nothing, or that it grabs again.
    case paused(AgentDescription, Bool)
    /// It was live and waits again, since it was told to; nothing of it is shown.
    case detached(AgentDescription)
    /// It sends more frames than it was asked for, both a second; told once. What exceeds the rate is merged.
    case tooFast(AgentDescription, asked: Int, sent: Int)
    /// It has said so often without being asked that it paused or goes on, which changes nothing. Told at the 10th time, the 100th and so on.
    case pausesUnasked(AgentDescription, count: Int)
    /// It said something about its screen. Of one that does so again and again not all is told.
    case remarked(AgentDescription, AgentRemark.Subject, String)
    /// As it was last seen, and why it went.
    case departed(AgentSnapshot, EndReason, Departure)
    /// A client was refused; the message says which one and why.
    case refused(message: String)
}
