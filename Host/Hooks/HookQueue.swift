/// What waits to be run, in order, and how much of it runs at once. A value.
struct HookQueue: Sendable {
    static let mostRunning = 4
    static let mostWaiting = 64

    private(set) var waiting: [HookRun] = []
    private(set) var running = 0
    /// Left out, as too many waited.
    private(set) var dropped = 0

    mutating func add(_ run: HookRun) {
        guard waiting.count < Self.mostWaiting else { return dropped += 1 }
        waiting.append(run)
    }

    /// What is to be started now; `nil` while nothing waits, or enough runs.
    mutating func next() -> HookRun? {
        guard running < Self.mostRunning, !waiting.isEmpty else { return nil }
        running += 1
        return waiting.removeFirst()
    }

    mutating func ended() { running -= 1 }

    mutating func clear() {
        dropped += waiting.count
        waiting = []
    }

    var isEmpty: Bool { waiting.isEmpty && running == 0 }
}
