import Platform

/// How much frame memory a process may have made, a second: zeroing pages is the host's work. What exceeds it waits. A value.
///
/// Counted for a process, not for an attachment: one that attaches anew does not begin anew.
struct MemoryRates: Sendable {
    /// More processes are not remembered.
    private static let mostProcesses = 64

    private let most: MemoryLimits
    private var limits: [Int32: RateLimit] = [:]

    init(_ most: MemoryLimits = MemoryLimits()) { self.most = most }

    /// Whether a process may have more now; `took` says how much it was.
    mutating func mayMake(_ processID: Int32, at now: MediaTime) -> Bool {
        if limits[processID] == nil {
            if limits.count >= Self.mostProcesses { forgetRested(at: now) }
            limits[processID] = RateLimit(perSecond: Double(most.bytesPerSecond), burst: Double(most.burstBytes), at: now)
        }
        return limits[processID]!.allowance(at: now) > 0
    }

    mutating func took(_ processID: Int32, bytes: Int) { limits[processID]?.took(bytes) }

    private mutating func forgetRested(at now: MediaTime) {
        for processID in limits.keys where limits[processID]!.allowance(at: now) >= most.burstBytes { limits[processID] = nil }
        // All of them ask for much: the oldest debts are not worth more than the others.
        if limits.count >= Self.mostProcesses { limits.removeAll() }
    }
}
