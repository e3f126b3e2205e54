import AppGroup
import Platform
import Portal
import Synchronization

/// What happens around a session, on its way from whichever thread to the session's own: rare events, in order.
final class SessionEvents: Sendable {
    enum Event: Sendable {
        case agents(AgentCoordinator.Event)
        case canvas(CanvasThread.Event)
        /// Of the encoding of this name.
        case encoding(String, EncodingThread.Event)
        /// What slates show has changed.
        case background
        case source(SourceChange)
        /// Why the desktop is not to be seen by its own user, or what logind is kept from.
        case desktop(DesktopWatch.Event)
        /// What came of preparing a clip.
        case clip(ClipJob.Outcome)
    }

    /// Which sources there are has changed.
    enum SourceChange: Sendable {
        case added(SourceChoice)
        case removed(SourceName)
    }

    let wakeup: Wakeup
    private let waiting = Mutex<[Event]>([])

    init() throws(SystemError) { wakeup = try Wakeup() }

    func post(_ event: Event) {
        waiting.withLock { $0.append(event) }
        wakeup.signal()
    }

    /// All that wait, the oldest first.
    func dequeueAll() -> [Event] {
        waiting.withLock { kept in
            defer { kept.removeAll() }
            return kept
        }
    }
}
