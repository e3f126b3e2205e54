import Supervision

/// Which processes are agents that the host started, by the operation that each was started for. A value: the agents' coordinator
/// decides by it, `AgentProcesses` has the processes themselves.
struct StartedAgents: Hashable, Sendable {
    struct Entry: Hashable, Sendable {
        let operation: Int
        /// Of the command that wants it, as in `IntakeCommand.admit`; the same each time it is started again.
        var rank: Int
        /// `nil` until it runs; another one each time it is started again.
        var processID: Int32?
        var limits = AgentLimits.standard
    }

    private var entries: [Entry] = []
    /// Processes that run though what they were started for is over.
    private var leftOver: [Int32: AgentLimits] = [:]

    mutating func add(_ operation: Int, rank: Int) { entries.append(Entry(operation: operation, rank: rank)) }

    mutating func set(_ operation: Int, processID: Int32, limits: AgentLimits) {
        guard let index = index(of: operation) else {
            leftOver[processID] = limits
            return
        }
        (entries[index].processID, entries[index].limits) = (processID, limits)
    }

    mutating func set(_ operation: Int, rank: Int) { if let index = index(of: operation) { entries[index].rank = rank } }

    mutating func ended(_ processID: Int32) {
        leftOver[processID] = nil
        for index in entries.indices where entries[index].processID == processID { entries[index].processID = nil }
    }

    /// - Returns: whether it was there.
    mutating func remove(_ operation: Int) -> Bool {
        guard let index = index(of: operation) else { return false }
        let entry = entries.remove(at: index)
        if let processID = entry.processID { leftOver[processID] = entry.limits }
        return true
    }

    /// It is another source's from now on.
    mutating func take(_ operation: Int) -> Entry? { index(of: operation).map { entries.remove(at: $0) } }

    /// Of another source so far; its rank counts nothing here.
    mutating func adopt(_ entry: Entry) {
        var entry = entry
        entry.rank = 0
        entries.append(entry)
    }

    /// The process that runs for this operation.
    func processID(of operation: Int) -> Int32? { index(of: operation).flatMap { entries[$0].processID } }

    /// For which operation this process was started; `nil` for one that this host did not start, or has given up.
    func operation(of processID: Int32) -> Int? { entries.first { $0.processID == processID }?.operation }

    /// What this process may use; the usual where this host did not start it.
    func limits(of processID: Int32) -> AgentLimits {
        entries.first { $0.processID == processID }?.limits ?? leftOver[processID] ?? .standard
    }

    func rank(of operation: Int) -> Int? { index(of: operation).map { entries[$0].rank } }

    /// Those that an earlier command wanted.
    func operations(below rank: Int) -> [Int] { entries.filter { $0.rank < rank }.map(\.operation) }

    var isEmpty: Bool { entries.isEmpty }

    /// All operations that agents were started for.
    var all: [Int] { entries.map(\.operation) }

    /// Whether this process was started for what is over.
    func isLeftOver(_ processID: Int32) -> Bool { leftOver[processID] != nil }

    /// Whether one is being started whose process is not known yet.
    var awaitsProcess: Bool { entries.contains { $0.processID == nil } }

    private func index(of operation: Int) -> Int? { entries.firstIndex { $0.operation == operation } }
}
