import AppGroup
import Filters
import Frames
import Intake
import Picture
import Platform
import Synchronization

/// The thread of the canvas: takes the newest frame, converts what is damaged, follows the pointer, and puts a slate in the canvas's place
/// while no agent delivers. The canvas itself stays what the agent made. Encodings look at it on threads of their own.
final class CanvasThread: @unchecked Sendable {
    // @unchecked: everything but the shared canvas, the wake-up, the presence, the phase, the failure and `isStopping` belongs to the thread.

    /// What the thread reports, rarely; the receiver must not wait.
    enum Event: Sendable {
        /// The canvas has its size: encodings can be opened.
        case opened(PixelSize)
        /// A source's filter, by its number.
        case filter(SourceName, Int, FilterEvent)
        case failed(SessionError)
    }

    let canvas: SharedCanvas
    let wakeup: Wakeup
    let filters: CanvasFilters
    private let isStopping = Atomic<Bool>(false)
    private let presences = SourcePresences()
    /// How sources and overlays are to be shown, when that has changed: the newest last.
    private let changes = Mutex<[CanvasChange]>([])
    /// Width and height of a screen that shows nothing yet, in one word; 0 for none.
    private let stillScreen = Atomic<UInt64>(0)
    /// Width and height that were asked for, in one word; 0 for none.
    private let askedSize = Atomic<UInt64>(0)
    private let isHidden = Atomic<Bool>(false)
    private let shownPhase = Atomic<UInt8>(0)
    private let failure = Mutex("")
    private let failures = Atomic<UInt64>(0)
    private let configuration: SessionConfiguration
    private let slates: NewestBox<SlateMaker.Made>
    private let report: @Sendable (Event) -> Void
    private(set) var sources: [CanvasSource] = []
    private(set) var plan: LayerPlan
    /// The sources that are away, and whose layers are not shown for that.
    private var away: Set<SourceName> = []
    /// When a transition goes on.
    private var nextStep: MediaTime?

    /// - Parameter wakeup: signalled by whatever the thread must look at: frames, slates.
    init(
        _ configuration: SessionConfiguration, wakeup: Wakeup, slates: NewestBox<SlateMaker.Made>, report: @escaping @Sendable (Event) -> Void
    ) {
        (self.configuration, self.wakeup, self.slates, self.report) = (configuration, wakeup, slates, report)
        canvas = SharedCanvas(composing: wakeup)
        filters = CanvasFilters(interval: configuration.framesPerSecond.interval, wakeup: wakeup) { report(.filter($0, $1, $2)) }
        plan = LayerPlan(book: LayerBook(configuration))
    }

    /// Tells what became of a source's live agent. Any one thread.
    func tell(_ presence: AgentPresence, of source: SourceName) {
        presences.post(presence, of: source)
        wakeup.signal()
    }

    /// Shows the sources so. Any thread; does not wait.
    ///
    /// - Parameter overlays: that show something else from the same picture on, by their numbers; `nil` for nothing more.
    func arrange(_ plan: LayerPlan, _ overlays: [(id: Int, overlay: Overlay?)] = []) {
        changes.withLock { $0.append(CanvasChange(plan: plan, overlays: overlays)) }
        wakeup.signal()
    }

    /// Has an overlay show this from now on, `nil` for nothing more. Any thread; does not wait.
    func show(_ overlay: Overlay?, of id: Int) {
        changes.withLock { $0.append(CanvasChange(plan: nil, overlays: [(id, overlay)])) }
        wakeup.signal()
    }

    /// A source is no more. Any thread.
    func forget(_ source: SourceName) { presences.remove(source) }

    /// An agent's screen stands still, and has sent no picture: from now on the slate goes out until there is one. Any thread; does not wait.
    ///
    /// - Parameter size: of that screen, upright; the canvas is made for it if there is none.
    func standIn(for size: PixelSize) {
        stillScreen.store(Self.packed(size), ordering: .releasing)
        wakeup.signal()
    }

    /// The canvas goes on in another size, which it can have. Any thread; does not wait.
    func resize(to size: PixelSize) {
        askedSize.store(Self.packed(size), ordering: .releasing)
        wakeup.signal()
    }

    private static func packed(_ size: PixelSize) -> UInt64 { UInt64(size.width) << 32 | UInt64(size.height) }

    private static func size(_ packed: UInt64) -> PixelSize { PixelSize(width: Int(packed >> 32), height: Int(packed & 0xFFFF_FFFF)) }

    /// Nothing of the sources may be seen from now on, or it may again. Any thread; does not wait.
    func hide(_ isHidden: Bool) {
        self.isHidden.store(isHidden, ordering: .releasing)
        wakeup.signal()
    }

    /// What viewers see. Any thread.
    var phase: Absence.Phase { Absence.Phase(rawValue: shownPhase.load(ordering: .relaxed)) ?? .waiting }

    /// Images of the pointer that could not be shown, and why the last could not. Any thread.
    var pointerFailures: (count: UInt64, last: String) { (failures.load(ordering: .relaxed), failure.withLock { $0 }) }

    /// Has `run` return soon. Any thread; does not wait.
    func stop() {
        isStopping.store(true, ordering: .releasing)
        wakeup.signal()
    }

    /// The thread's body; returns when stopping.
    @available(*, noasync)
    func run(_ intake: Intake) {
        EncoderPriority.claimSession(configuration.encoderNiceness)
        EncoderPriority.claim(configuration.encoderNiceness)  // as urgent as the encoders that wait for it
        do throws(SessionError) {
            if let size = configuration.canvasSize { try open(size) }
            while !isStopping.load(ordering: .acquiring) {
                try work(intake)
                let deadlines = sources.compactMap(\.absence.deadline) + (nextStep.map { [$0] } ?? [])
                if let deadline = deadlines.min() { _ = wakeup.wait(until: deadline) } else { _ = wakeup.wait() }
            }
        } catch { report(.failed(error)) }
    }

    /// One look at everything that may change the picture.
    private func work(_ intake: Intake) throws(SessionError) {
        follow(intake.feeds)
        for source in sources {
            source.releaseWithdrawn()
            if let newest = presences.newest(of: source.name) { source.absence.apply(newest, at: .now()) }
        }
        try resizeAsAsked()
        // Before the canvas is held: opening it tells others.
        try openForStillScreen()
        changeAsAsked()
        for source in sources where isTaken(source) {
            // One at most: an agent faster than conversion would keep the encodings waiting for ever.
            if let frame = source.feed.takeFrame() { try show(frame, of: source) }
        }
        let isNew = canvas.withState { state in
            if state.takeStaleness() { for source in sources { source.repaint(on: state) } }
            for source in sources {
                do throws(PictureError) { try state.applyPointer(source.feed.pointer, of: source.name.text, at: .now()) } catch { count(error) }
            }
            followAbsence(on: state)
            filters.apply(to: state)
            step(state)
            return state.isChanged
        }
        if isNew { canvas.wakeViewers() }
    }

    /// The sources that there are, as the intake has them.
    private func follow(_ feeds: [SourceFeed]) {
        guard feeds.count != sources.count || !zip(feeds, sources).allSatisfy({ $0 === $1.feed }) else { return }
        sources = feeds.map { feed in sources.first { $0.feed === feed } ?? CanvasSource(feed, holdTime: configuration.holdTime) }
    }

    /// Whether the newest frame of a source is painted now.
    private func isTaken(_ source: CanvasSource) -> Bool {
        // What came in a pause is not painted over the last picture before its slate covers that.
        guard source.absence.slate != .pause || canvas.withState({ $0.isSlateShown }) || sources.count > 1 else { return false }
        // The canvas is made for the screen; without one, for what comes first.
        return source.name == .screen || configuration.capture == .none || canvas.withState { $0.size != nil }
    }

    // MARK: The canvas

    private func open(_ size: PixelSize) throws(SessionError) {
        do throws(PictureError) {
            try canvas.withState { (state) throws(PictureError) in try state.open(size) }
        } catch { throw SessionError(.badSetting, error.message, cause: error) }
        canvas.withState { arrange($0, .cut) }
        report(.opened(size))
    }

    /// One without a picture yet begins in that size.
    private func resizeAsAsked() throws(SessionError) {
        let packed = askedSize.exchange(0, ordering: .acquiringAndReleasing)
        guard packed != 0 else { return }
        let size = Self.size(packed)
        guard canvas.withState({ $0.size != nil }) else { return try open(size) }
        let shapes = shapes(on: size)
        do throws(PictureError) {
            try canvas.withState { (state) throws(PictureError) in
                try state.resize(to: size, shapes: shapes, at: .now())
                for source in sources { source.repaint(on: state) }
            }
        } catch { throw SessionError(.failed, error.message, cause: error) }
        report(.opened(size))
    }

    private func show(_ frame: consuming IncomingFrame, of source: CanvasSource) throws(SessionError) {
        if canvas.withState({ $0.size == nil }) {
            try open(SessionConfiguration.canvas(for: frame.orientation.upright(frame.geometry.size)))
        }
        canvas.withState { state in
            let (began, changed) = (MediaTime.now(), state.paint(frame, of: source.name.text))
            source.absence.frame(of: frame.generation, isHidden: frame.isHidden, at: .now())
            guard !changed.isEmpty else { return }
            canvas.tracer.note(frame, convertedFrom: began)
            state.noteFrame(capturedAt: frame.captureTime, isRepaint: !frame.continuesPrevious, isCovered: isCovered)
        }
        source.keep(frame)
    }

    private func openForStillScreen() throws(SessionError) {
        let packed = stillScreen.exchange(0, ordering: .acquiringAndReleasing)
        guard packed != 0, canvas.withState({ !$0.hasPicture }) else { return }
        if canvas.withState({ $0.size == nil }) {
            try open(SessionConfiguration.canvas(for: Self.size(packed)))
        }
        sources.first?.absence.standIn()
    }

    private func count(_ error: PictureError) {
        failures.add(1, ordering: .relaxed)
        failure.withLock { $0 = error.message }
    }

    // MARK: Layers

    private func changeAsAsked() {
        let waiting = changes.withLock { waiting in
            defer { waiting.removeAll() }
            return waiting
        }
        guard !waiting.isEmpty else { return }
        canvas.withState { state in for change in waiting { carryOut(change, on: state) } }
    }

    private func carryOut(_ change: CanvasChange, on state: CanvasState) {
        guard let new = change.plan else {
            for (id, overlay) in change.overlays { state.setOverlay(id, overlay, at: .now()) }
            return
        }
        plan = new
        if new.isWhole { zoomAtOnce(state) }
        arrange(state, new.transition, overlays: change.overlays)
    }

    func arrange(_ state: CanvasState, _ transition: Transition, overlays: [(id: Int, overlay: Overlay?)] = []) {
        guard let size = state.size else { return }
        let stale = state.arrange(shapes(on: size), transition, overlays: overlays, at: .now())
        for source in sources where stale.contains(source.name.text) { source.repaint(on: state) }
    }

    /// Where the sources are shown on a canvas of this size; what is away is not.
    private func shapes(on size: PixelSize) -> [String: LayerShape] {
        var shapes = plan.book.shapes(on: size)
        for source in sources where source.camera != nil {
            let part = source.part(shapes[source.name.text]?.crop)
            shapes[source.name.text]?.crop = part
        }
        // One that is too large would cost its size in memory, seen or not.
        for source in plan.book.sources where plan.book.problem(of: source, on: size, size: nil) != nil { shapes[source.text]?.isHidden = true }
        for source in away { shapes[source.text]?.isHidden = true }
        return shapes
    }

    /// Goes on with a transition, or with what zooms, a picture's time later each.
    private func step(_ state: CanvasState) {
        let now = MediaTime.now()
        if let nextStep, now < nextStep { return }
        nextStep = state.advance(to: now) || zoom(state, at: now) ? now + configuration.framesPerSecond.interval : nil
    }

    // MARK: The slate

    /// Whether nothing is to be seen of the sources: all that are shown are away, or have not come yet where others have.
    private var isCovered: Bool {
        let shown = sources.filter { !plan.book.isHidden($0.name) }
        if isHidden.load(ordering: .acquiring), shown.contains(where: \.hasBegun) { return true }
        return sources.contains(where: \.hasBegun) && !shown.isEmpty && shown.allSatisfy { $0.isAway || !$0.hasBegun }
    }

    /// Puts the slate in the canvas's place, or takes it away; what is away beside others is not shown.
    private func followAbsence(on state: CanvasState) {
        let now = MediaTime.now()
        for source in sources { source.absence.advance(to: now) }
        let (isCovered, screen) = (isCovered, sources.first?.absence.phase ?? .waiting)
        let isLive = !isCovered && sources.contains { $0.absence.phase == .live && !plan.book.isHidden($0.name) }
        let isCoveredLive = screen == .live && (isCovered || isHidden.load(ordering: .relaxed))
        shownPhase.store((isLive ? .live : isCoveredLive ? .hidden : screen).rawValue, ordering: .relaxed)
        // The slate covers them: what they showed is there when it goes.
        let newlyAway = isCovered ? [] : Set(sources.filter(\.isAway).map(\.name))
        if newlyAway != away {
            away = newlyAway
            arrange(state, .cut)
        }
        state.cover(isCovered, with: slates.take()?.canvas, at: now)
    }
}
