import Delivery
import Frames
import Picture
import Platform
import Synchronization

/// What is laid over the canvas of a broadcast. Pictures are read by those who ask for them; a thread, which there is once there is an overlay,
/// draws texts and shows the next frame of an animation when it is due.
final class Overlays: @unchecked Sendable {
    // @unchecked: what changes has a lock; `running` is the thread's.
    static let most = 32

    private struct Entry {
        let id: Int
        let choice: OverlayChoice
        /// Where it is, as it was shown last.
        var place: PixelRectangle
        /// Until the thread has it.
        var new: RunningOverlay?
    }

    private struct State {
        var entries: [Entry] = []
        var lastID = 0
        var canvas: PixelSize?
        var worker: Worker?
    }

    private let state = Mutex(State())
    private let wakeup: Wakeup
    private let isStopping = Atomic<Bool>(false)
    private let group: String
    private let start: MediaTime
    private let show: @Sendable (Int, Overlay?) -> Void
    private var running: [Int: RunningOverlay] = [:]

    /// - Parameter show: gets what an overlay shows from now on, `nil` for nothing more; called on the overlays' thread, must not wait.
    init(group: String, start: MediaTime, show: @escaping @Sendable (Int, Overlay?) -> Void) throws(SystemError) {
        wakeup = try Wakeup()
        (self.group, self.start, self.show) = (group, start, show)
    }

    // MARK: Any thread

    /// The canvas is of this size from now on: pictures are read and texts drawn for it.
    func fit(_ canvas: PixelSize) {
        state.withLock { $0.canvas = canvas }
        wakeup.signal()
    }

    /// Adds one. Blocks while its picture is decoded.
    ///
    /// - Throws: `badSetting` in one line; `failed` before there is a canvas.
    @available(*, noasync)
    func add(_ choice: OverlayChoice) throws(SessionError) {
        if let problem = choice.problem { throw SessionError(.badSetting, problem) }
        let (canvas, count) = state.withLock { ($0.canvas, $0.entries.count) }
        guard let canvas else { throw SessionError(.failed, "there is no picture yet: an overlay needs the canvas's size") }
        guard count < Self.most else { throw SessionError(.failed, "there are \(count) overlays, and no more than \(Self.most): remove one") }
        let new = try RunningOverlay(choice, on: canvas)
        do throws(SystemError) { try keep(new) } catch { throw SessionError(.failed, "no thread for the overlay: \(error)", cause: error) }
        wakeup.signal()
    }

    private func keep(_ new: RunningOverlay) throws(SystemError) {
        try state.withLock { (state) throws(SystemError) in
            if state.worker == nil { state.worker = try Worker(name: "overlays") { [self] in run() } }
            state.lastID += 1
            state.entries.append(Entry(id: state.lastID, choice: new.choice, place: new.place, new: new))
        }
    }

    /// - Throws: `badSetting` where there is none of this number.
    func remove(_ id: Int) throws(SessionError) {
        try state.withLock { (state) throws(SessionError) in
            guard let index = state.entries.firstIndex(where: { $0.id == id }) else {
                let ids = state.entries.map { "\($0.id)" }.joined(separator: ", ")
                throw SessionError(.badSetting, "there is no overlay \(id)\(ids.isEmpty ? "" : ": there is \(ids)")")
            }
            state.entries.remove(at: index)
        }
        wakeup.signal()
    }

    var statuses: [SessionStatus.Overlay] { state.withLock { $0.entries.map { SessionStatus.Overlay($0.id, $0.choice, at: $0.place) } } }

    @available(*, noasync)
    func stop() {
        isStopping.store(true, ordering: .releasing)
        wakeup.signal()
        state.withLock { $0.worker }?.join()
    }

    // MARK: The thread

    private func run() {
        while !isStopping.load(ordering: .acquiring) {
            let next = step()
            if let next { _ = wakeup.wait(until: next) } else { _ = wakeup.wait() }
        }
    }

    /// - Returns: when to look again; `nil` when told to.
    private func step() -> MediaTime? {
        let (canvas, choices) = state.withLock { state in
            for index in state.entries.indices {
                guard let new = state.entries[index].new else { continue }
                running[state.entries[index].id] = new
                state.entries[index].new = nil
            }
            return (state.canvas, state.entries.map { ($0.id, $0.choice) })
        }
        for id in running.keys where !choices.contains(where: { $0.0 == id }) {
            running[id] = nil
            show(id, nil)
        }
        var next: MediaTime?
        for (id, choice) in choices {
            if let canvas, running[id]?.canvas != canvas {
                let other = try? RunningOverlay(choice, on: canvas)  // one that cannot be read any more stays as it was
                running[id] = other ?? running[id]
            }
            if let due = advance(id) { next = min(next ?? due, due) }
        }
        return next
    }

    private func advance(_ id: Int) -> MediaTime? {
        let now = MediaTime.now()
        let moment = OverlayTemplate.Moment(time: .now(), uptime: now - start, group: group)
        let found = try? running[id]?.step(at: now, moment)  // it was drawn once: a font that has gone leaves what is there
        guard let step = found else { return nil }
        if let overlay = step.overlay {
            show(id, overlay)
            let place = PixelRectangle(x: overlay.x, y: overlay.y, width: overlay.image.size.width, height: overlay.image.size.height)
            state.withLock { state in
                if let index = state.entries.firstIndex(where: { $0.id == id }) { state.entries[index].place = place }
            }
        }
        return step.next
    }
}
