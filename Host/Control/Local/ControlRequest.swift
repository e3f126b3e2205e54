public import Session

/// What a program asks of a running host: one JSON object in one packet, such as `{"v":1,"do":"status"}`.
///
/// Whatever is asked of agents is answered at once with an operation; `operation` tells how far that is.
public enum ControlRequest: Hashable, Sendable {
    /// Answered with the session's status.
    case status
    /// Answered when the session was told to end; it ends a little later.
    case stop
    case mute
    case unmute
    /// Answered with who is attached and who was.
    case agents
    /// `{"do":"swap","backend":"x11","arguments":["--display",":1"]}`, `{"do":"switch","agent":4}`, `start-agent`, `stop-agent`,
    /// `pause`, `resume`.
    case ask(AgentRequest)
    /// `{"do":"operation","id":7}`: how far it is.
    case operation(id: Int)

    /// What `do` takes.
    enum Word: String, CaseIterable {
        case status, stop, mute, unmute, agents, operation, swap
        case switchTo = "switch"
        case startAgent = "start-agent"
        case stopAgent = "stop-agent"
        case pause, resume
    }

    /// The version of requests and replies; a host refuses any other.
    public static let version = 1
    /// A longer packet is not a request. Holds the longest arguments of an agent, each character escaped.
    static let longestBytes = 16 * 1024
}
