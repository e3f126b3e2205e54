package import AgentProtocol
package import Frames
package import Intake

/// What happens to the agents.
package enum AgentEvent: Hashable, Sendable {
    /// The host has started a process; it will attach by itself. Which limits agents have is said of the first alone.
    case started(pid: Int32, limits: String, isFirst: Bool)
    case attached(AgentDescription)
    /// Its first good frame is on the canvas, or would be but for a pause.
    case live(AgentDescription, FrameGeometry, isPaused: Bool = false)
    /// It took over from another one, unnoticed by viewers.
    case tookOver(AgentDescription, from: UInt32)
    /// It was live and waits, as was asked: viewers do not see its source.
    case detached(AgentDescription)
    case paused(UInt32)
    case resumed(UInt32)
    /// It went on though it was told to pause; it is stopped.
    case ignoresPause(UInt32)
    /// An end that was to be expected, or one that was not, by its reason.
    /// - Parameter isTold: why it ended has been said already.
    case ended(AgentDescription, EndReason, message: String, isTold: Bool)
    /// A client was refused.
    case refused(String)
    /// It sends more frames a second than it was asked for.
    case tooFast(AgentDescription, asked: Int, sent: Int)
    /// It said something about its screen.
    case remarked(AgentDescription, AgentRemark.Subject, String)
    /// It says that it needs more than it may have.
    case needsMore(UInt32, need: String, limit: String)
    /// Its memory limit ended it.
    case memoryLimit(pid: Int32, limit: String)
    case restarting(after: Duration, why: String)
    /// Its screen is gone and may come back.
    case waiting(why: String)
    /// It is not started again; of which source it was.
    case gaveUp(why: String, source: String = "screen")
    /// What was asked of the agents could not be done.
    case requestFailed(String)
}

extension AgentEvent {
    /// An agent that the host has not started causes it, as often as it likes.
    var isByStranger: Bool {
        switch self {
        case .attached(let agent), .live(let agent, _, _), .tookOver(let agent, _), .detached(let agent), .ended(let agent, _, _, _),
            .tooFast(let agent, _, _), .remarked(let agent, _, _):
            !agent.isChild
        // Of these what others cause is limited where it is told, or answers the host.
        case .started, .paused, .resumed, .ignoresPause, .refused, .needsMore, .memoryLimit, .restarting, .waiting, .gaveUp, .requestFailed: false
        }
    }
}
