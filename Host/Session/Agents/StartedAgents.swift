/// Which processes are agents that the host started, by the operation that each was started for. A value: the agents' coordinator
/// decides by it, `AgentProcesses` has the processes themselves.
struct StartedAgents: Hashable, Sendable {
    private struct Entry: Hashable, Sendable {
        let operation: Int
        /// `nil` until it runs; another one each time it is started again.
        var processID: Int32?
    }

    private var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }

    mutating func add(_ operation: Int) { entries.append(Entry(operation: operation)) }

    mutating func set(_ operation: Int, processID: Int32) {
        if let index = entries.firstIndex(where: { $0.operation == operation }) { entries[index].processID = processID }
    }

    /// - Returns: whether it was there.
    mutating func remove(_ operation: Int) -> Bool {
        guard entries.contains(where: { $0.operation == operation }) else { return false }
        entries.removeAll { $0.operation == operation }
        return true
    }

    /// The process that was started last for this operation.
    func processID(of operation: Int) -> Int32? { entries.first { $0.operation == operation }?.processID }

    /// For which operation this process was started; `nil` for one that this host did not start, or has given up.
    func operation(of processID: Int32) -> Int? { entries.first { $0.processID == processID }?.operation }
}
