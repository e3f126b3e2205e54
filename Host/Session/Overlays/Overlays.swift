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

    struct Entry {
        let id: Int
        let choice: OverlayChoice
        /// Where it is, as it was shown last.
        var place: PixelRectangle
        /// Until the thread has it.
        var new: RunningOverlay?
    }

    struct State {
        var entries: [Entry] = []
        var lastID = 0
        var canvas: PixelSize?
        var worker: Worker?

        mutating func append(_ new: RunningOverlay) {
            lastID += 1
            entries.append(Entry(id: lastID, choice: new.choice, place: new.place, new: new))
        }
    }

    let state = Mutex(State())
    let wakeup: Wakeup
    private let isStopping = Atomic<Bool>(false)
    private let group: String
    private let start: MediaTime
    private let show: @Sendable (Int, Overlay?) -> Void
    private var running: [Int: RunningOverlay] = [:]

    /// - Parameter show: gets what an overlay shows from now on, `nil` for nothing more; on the overlays' thread, with a lock held: must not wait.
    init(group: String, start: MediaTime, show: @escaping @Sendable (Int, Overlay?) -> Void) throws(SystemError) {
        wakeup = try Wakeup()
        (self.group, self.start, self.show) = (group, start, show)
    }

    // MARK: Any thread

    /// The canvas is of this size from now on: pictures are read and texts drawn for it.
    func fit(_ canvas: PixelSize) {
        state.withLock { state in
            state.canvas = canvas
            guard !state.entries.isEmpty else { return }
            try? work(on: &state)  // without a thread they are not shown, as where the next one is added
        }
        wakeup.signal()
    }

    /// Those that a broadcast begins with, before there is a canvas.
    func begin(with first: [RunningOverlay]) {
        state.withLock { state in for overlay in first { state.append(overlay) } }
    }

    /// Has the thread, which there is not before there is an overlay.
    func work(on state: inout State) throws(SystemError) {
        if state.worker == nil { state.worker = try Worker(name: "overlays") { [self] in run() } }
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
        let new = try RunningOverlay(choice, on: canvas, at: moment(at: .now()))
        do throws(SystemError) { try keep(new) } catch { throw SessionError(.failed, "no thread for the overlay: \(error)", cause: error) }
        wakeup.signal()
    }

    private func keep(_ new: RunningOverlay) throws(SystemError) {
        try state.withLock { (state) throws(SystemError) in
            try work(on: &state)
            state.append(new)
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
            guard let canvas = state.canvas else { return (PixelSize?.none, [(Int, OverlayChoice)]()) }
            for index in state.entries.indices {
                guard let new = state.entries[index].new else { continue }
                running[state.entries[index].id] = new
                state.entries[index].new = nil
            }
            return (canvas, state.entries.map { ($0.id, $0.choice) })
        }
        for id in running.keys where !choices.contains(where: { $0.0 == id }) {
            running[id] = nil
            show(id, nil)
        }
        var next: MediaTime?
        for (id, choice) in choices {
            if let canvas, running[id]?.canvas != canvas {
                let other = try? RunningOverlay(choice, on: canvas, at: moment(at: .now()))  // one that cannot be read any more stays as it was
                running[id] = other ?? running[id]
            }
            if let due = advance(id) { next = min(next ?? due, due) }
        }
        return next
    }

    private func advance(_ id: Int) -> MediaTime? {
        let now = MediaTime.now()
        let found = try? running[id]?.step(at: now, moment(at: now))  // it was drawn once: a font that has gone leaves what is there
        guard let step = found else { return nil }
        if let overlay = step.overlay {
            state.withLock { state in
                // One that was taken away meanwhile is not shown once more.
                guard let index = state.entries.firstIndex(where: { $0.id == id }) else { return }
                show(id, overlay)
                state.entries[index].place = overlay.place
            }
        }
        return step.next
    }

    /// What texts may say.
    func moment(at now: MediaTime) -> OverlayTemplate.Moment { OverlayTemplate.Moment(time: .now(), uptime: now - start, group: group) }
}
