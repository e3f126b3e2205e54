import Platform

/// What the host has of one run of a filter's program. A value of its thread.
struct ProgramService {
    /// When it must have answered, if it is waited for.
    private(set) var deadline: MediaTime
    private(set) var isWaiting = true
    /// It has said hello.
    private(set) var isReady = false
    /// What it was told of last.
    private var memory: ProgramMemory?
    private var memories: UInt64 = 0

    /// - Parameter deadline: of its hello.
    init(until deadline: MediaTime) { self.deadline = deadline }

    mutating func begin() { (isReady, isWaiting, deadline) = (true, false, Self.never) }

    mutating func lent(until deadline: MediaTime) { (isWaiting, self.deadline) = (true, deadline) }

    mutating func isAnswered() { (isWaiting, deadline) = (false, Self.never) }

    /// - Returns: the number that memory gets, unless the process has it.
    mutating func number(of new: ProgramMemory) -> UInt64? {
        guard memory !== new else { return nil }
        memory = new
        memories += 1
        return memories
    }

    private static var never: MediaTime { .now() + .seconds(3600) }
}
