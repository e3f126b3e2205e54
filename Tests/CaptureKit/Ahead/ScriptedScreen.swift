import CaptureKit
import Frames
import Platform
import Synchronization

/// A screen that is drawn by the test, ahead: it notes what the session asks of it, and reports what the test tells it to report.
///
/// The session calls it on the capture thread; `finish`, `resize` and `calls` are the test's.
final class ScriptedScreen: ScreenBackend, Sendable {
    enum Call: Hashable {
        case attached(PixelSize)
        case lent(Int)
        case takenBack
        case told
    }

    private struct State {
        var calls: [Call] = []
        var events: ScreenEvents = []
        var damage = Damage()
        var geometry: FrameGeometry
        var nextGeometry: FrameGeometry?
    }

    static let name = "scripted"
    static let drawsAhead = true
    static let tellsPointer = false

    let screenName = "script"
    let orientation = Orientation.up
    let nextEventTime: MediaTime? = nil
    /// Signalled with each call that is noted, and when events were read.
    let heard: Wakeup
    private let wakeup: Wakeup
    private let state: Mutex<State>

    init(_ size: PixelSize) throws {
        (heard, wakeup) = (try Wakeup(), try Wakeup())
        state = Mutex(State(geometry: FrameGeometry(size: size)!))
    }

    // MARK: The test's

    var calls: [Call] { state.withLock { $0.calls } }

    /// The frame in the slot that is lent is complete.
    func finish(_ damage: Damage) {
        state.withLock {
            $0.damage = damage
            $0.events.insert(.damaged)
        }
        wakeup.signal()
    }

    /// The session has read all that was reported.
    var isRead: Bool { state.withLock { $0.events.isEmpty } }

    func resize(to size: PixelSize) {
        state.withLock {
            $0.nextGeometry = FrameGeometry(size: size)!
            $0.events.insert(.geometryChanged)
        }
        wakeup.signal()
    }

    // MARK: The session's

    var descriptor: Int32? { wakeup.descriptor }
    var geometry: FrameGeometry { state.withLock { $0.geometry } }

    func takeEvents() -> ScreenEvents {
        wakeup.drain()
        let events = state.withLock { state in
            state.geometry = state.nextGeometry ?? state.geometry
            let events = state.events
            (state.nextGeometry, state.events) = (nil, [])
            return events
        }
        heard.signal()
        return events
    }

    func attach(memory descriptor: Int32, layout: FrameLayout) { note(.attached(layout.geometry.size)) }
    func prepareGrab(_ stale: borrowing Damage, into slot: Int) { note(.lent(slot)) }
    func takeBack() { note(.takenBack) }
    func takeDamage(into damage: inout Damage) { damage.add(state.withLock { $0.damage }) }

    func grab(_ stale: borrowing Damage, into slot: Int) -> MediaTime {
        note(.told)
        return .now()
    }

    func pointerPosition() -> PointerPosition? { nil }
    func withPointerImage(_ body: (borrowing PointerImage) -> Void) {}

    private func note(_ call: Call) {
        state.withLock { $0.calls.append(call) }
        heard.signal()
    }
}
