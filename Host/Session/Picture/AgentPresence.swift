import Synchronization

/// What the session knows of the live agent.
enum AgentPresence: Hashable, Sendable {
    /// Live, or live again after a pause.
    case present(UInt32)
    /// Whichever agent is live, nothing of it is shown.
    case paused
    case gone(UInt32)
    /// It is gone, and another is there for the same screen, which stands still: what that shows is what was shown last.
    case still(UInt32)
    /// What was shown last is not to be seen any more.
    case withdrawn

    /// `nil` where it is about all of them.
    var generation: UInt32? {
        switch self {
        case .present(let generation), .gone(let generation), .still(let generation): generation
        case .paused, .withdrawn: nil
        }
    }
}

/// Hands the newest presence from the session's thread to the canvas's thread: a state, not a queue, in one word.
final class PresenceBox: Sendable {
    private let packed = Atomic<UInt64>(0)

    func post(_ presence: AgentPresence) {
        let kind: UInt64 =
            switch presence {
            case .present: 1
            case .paused: 2
            case .gone: 3
            case .withdrawn: 4
            case .still: 5
            }
        packed.store(kind << 32 | UInt64(presence.generation ?? 0), ordering: .releasing)
    }

    /// The newest; `nil` before the first.
    var newest: AgentPresence? {
        let value = packed.load(ordering: .acquiring)
        let generation = UInt32(truncatingIfNeeded: value)
        switch value >> 32 {
        case 1: return .present(generation)
        case 2: return .paused
        case 3: return .gone(generation)
        case 4: return .withdrawn
        case 5: return .still(generation)
        default: return nil
        }
    }
}
