/// What the control plane asks of the agents. Any thread or task.
extension Session {
    public func begin(_ request: AgentRequest) -> Int {
        let id = newestOperation.add(1, ordering: .relaxed).newValue
        events.post(.request(id, request))
        return id
    }

    public func operation(_ id: Int) -> AgentOperation? {
        let found = shown.withLock { shown in shown.operations.first { $0.id == id } }
        // Asked for and not begun yet: the session's thread has not come to it.
        guard found == nil, id > 0, id <= newestOperation.load(ordering: .relaxed) else { return found }
        let isNew = id > newestOperation.load(ordering: .relaxed) - AgentOperations.mostKept
        return isNew ? AgentOperation(id: id, state: .running, message: "", agent: nil, milliseconds: 0) : nil
    }
}
