public import Session

/// Who is attached to a session, and the last of those who were: what `splitcast agents --json` prints.
public struct AgentList: Codable, Sendable {
    public var agents: [SessionStatus.Agent]
    public var departed: [SessionStatus.DepartedAgent]

    public init(agents: [SessionStatus.Agent], departed: [SessionStatus.DepartedAgent]) {
        (self.agents, self.departed) = (agents, departed)
    }

    /// The one whose frames are on the canvas.
    public var live: SessionStatus.Agent? { agents.first(where: \.isLive) }
}
