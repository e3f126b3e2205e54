/// What the control plane asks of the agents.
extension Session {
    public func begin(_ request: AgentRequest) -> Int { 0 }

    public func operation(_ id: Int) -> AgentOperation? { nil }
}
