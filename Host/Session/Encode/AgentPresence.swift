import Synchronization

/// What the session knows of the live agent.
enum AgentPresence: Hashable, Sendable {
    /// Live, or live again after a pause.
    case present(UInt32)
    case paused(UInt32)
    case gone(UInt32)

    var generation: UInt32 {
        switch self {
        case .present(let generation), .paused(let generation), .gone(let generation): generation
        }
    }
}

/// Hands the newest presence from the session's thread to the encode thread: a state, not a queue, in one word.
final class PresenceBox: Sendable {
    private let packed = Atomic<UInt64>(0)

    func post(_ presence: AgentPresence) {
        let kind: UInt64 =
            switch presence {
            case .present: 1
            case .paused: 2
            case .gone: 3
            }
        packed.store(kind << 32 | UInt64(presence.generation), ordering: .releasing)
    }

    /// The newest; `nil` before the first.
    var newest: AgentPresence? {
        let value = packed.load(ordering: .acquiring)
        let generation = UInt32(truncatingIfNeeded: value)
        switch value >> 32 {
        case 1: return .present(generation)
        case 2: return .paused(generation)
        case 3: return .gone(generation)
        default: return nil
        }
    }
}
