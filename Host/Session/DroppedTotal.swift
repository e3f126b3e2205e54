/// What was dropped in all, of parts that come and go: what one counted stays counted when it is gone.
struct DroppedTotal: Sendable {
    enum Part: Hashable, Sendable {
        case agent(UInt32)
        case target(Int)
        /// By its number, which no other gets.
        case encoding(Int)
    }

    private static let mostAgents = 1024

    /// The most that each has counted. Those that are gone too: of two looks at once the older may be told last.
    private var counts: [Part: UInt64] = [:]
    /// Of agents that left `counts`: they alone may be without number.
    private var past: UInt64 = 0

    mutating func note(_ some: [Part: UInt64]) { counts.merge(some) { max($0, $1) } }

    /// - Parameter now: what each part counts that there is now; agents that have dropped nothing may be left out.
    /// - Returns: the total, which never becomes less.
    mutating func total(with now: [Part: UInt64]) -> UInt64 {
        note(now)
        if counts.count > Self.mostAgents {
            for (part, count) in counts where now[part] == nil {
                guard case .agent = part else { continue }
                past += count
                counts[part] = nil
            }
        }
        return counts.values.reduce(past, +)
    }
}
