/// Which processes are agents that the host started, by the operation that each was started for. A value: the agents' coordinator
/// decides by it, `AgentProcesses` has the processes themselves.
struct StartedAgents: Hashable, Sendable {
    private struct Entry: Hashable, Sendable {
        let operation: Int
        /// Of the command that wants it, as in `IntakeCommand.admit`; the same each time it is started again.
        var rank: Int
        /// `nil` until it runs; another one each time it is started again.
        var processID: Int32?
    }

    private var entries: [Entry] = []
    /// Processes that run though what they were started for is over.
    private var leftOver: Set<Int32> = []

    mutating func add(_ operation: Int, rank: Int) { entries.append(Entry(operation: operation, rank: rank)) }

    mutating func set(_ operation: Int, processID: Int32) {
        guard let index = index(of: operation) else {
            leftOver.insert(processID)
            return
        }
        entries[index].processID = processID
    }

    mutating func set(_ operation: Int, rank: Int) { if let index = index(of: operation) { entries[index].rank = rank } }

    mutating func ended(_ processID: Int32) {
        leftOver.remove(processID)
        for index in entries.indices where entries[index].processID == processID { entries[index].processID = nil }
    }

    /// - Returns: whether it was there.
    mutating func remove(_ operation: Int) -> Bool {
        guard let index = index(of: operation) else { return false }
        if let processID = entries.remove(at: index).processID { leftOver.insert(processID) }
        return true
    }

    /// The process that runs for this operation.
    func processID(of operation: Int) -> Int32? { index(of: operation).flatMap { entries[$0].processID } }

    /// For which operation this process was started; `nil` for one that this host did not start, or has given up.
    func operation(of processID: Int32) -> Int? { entries.first { $0.processID == processID }?.operation }

    func rank(of operation: Int) -> Int? { index(of: operation).map { entries[$0].rank } }

    /// Those that an earlier command wanted.
    func operations(below rank: Int) -> [Int] { entries.filter { $0.rank < rank }.map(\.operation) }

    var isEmpty: Bool { entries.isEmpty }

    /// Whether this process was started for what is over.
    func isLeftOver(_ processID: Int32) -> Bool { leftOver.contains(processID) }

    /// Whether one is being started whose process is not known yet.
    var awaitsProcess: Bool { entries.contains { $0.processID == nil } }

    private func index(of operation: Int) -> Int? { entries.firstIndex { $0.operation == operation } }
}
