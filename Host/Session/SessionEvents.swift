import Intake
import Platform
import Portal
import Supervision
import Synchronization

/// What happens around a session, on its way from whichever thread to the session's own: rare events, in order.
final class SessionEvents: Sendable {
    enum Event: Sendable {
        case intake(IntakeEvent)
        /// Of the supervisor that was made for an operation.
        case agent(Int, AgentSupervisor.Event)
        case request(Int, AgentRequest)
        case encode(EncodeThread.Event)
        case cast(PortalEvent)
    }

    let wakeup: Wakeup
    private let waiting = Mutex<[Event]>([])

    init() throws(SystemError) { wakeup = try Wakeup() }

    func post(_ event: Event) {
        waiting.withLock { $0.append(event) }
        wakeup.signal()
    }

    func takeAll() -> [Event] {
        waiting.withLock { kept in
            defer { kept.removeAll() }
            return kept
        }
    }
}
