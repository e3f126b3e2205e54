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
        case failed(SessionError)
    }

    let canvas = SharedCanvas()
    let wakeup: Wakeup
    private let isStopping = Atomic<Bool>(false)
    private let presence = PresenceBox()
    /// Width and height of a screen that shows nothing yet, in one word; 0 for none.
    private let stillScreen = Atomic<UInt64>(0)
    /// Width and height that were asked for, in one word; 0 for none.
    private let askedSize = Atomic<UInt64>(0)
    private let shownPhase = Atomic<UInt8>(0)
    private let failure = Mutex("")
    private let failures = Atomic<UInt64>(0)
    private let configuration: SessionConfiguration
    private let slates: NewestBox<SlateMaker.Made>
    private let report: @Sendable (Event) -> Void
    private var absence: Absence

    /// - Parameter wakeup: signalled by whatever the thread must look at: frames, slates.
    init(
        _ configuration: SessionConfiguration, wakeup: Wakeup, slates: NewestBox<SlateMaker.Made>, report: @escaping @Sendable (Event) -> Void
    ) {
        (self.configuration, self.wakeup, self.slates, self.report) = (configuration, wakeup, slates, report)
        absence = Absence(holdTime: configuration.holdTime)
    }

    /// Tells what became of the live agent. Any one thread; does not wait.
    func tell(_ presence: AgentPresence) {
        self.presence.post(presence)
        wakeup.signal()
    }

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
        // As urgent as the encoders that wait for it.
        EncoderPriority.claim(configuration.encoderNiceness)
        do throws(SessionError) {
            if let size = configuration.canvasSize { try open(size) }
            while !isStopping.load(ordering: .acquiring) {
                try work(intake)
                if let deadline = absence.deadline { _ = wakeup.wait(until: deadline) } else { _ = wakeup.wait() }
            }
        } catch { report(.failed(error)) }
    }

    /// One look at everything that may change the picture.
    private func work(_ intake: Intake) throws(SessionError) {
        if let newest = presence.newest { absence.apply(newest, at: .now()) }
        try resizeAsAsked()
        // Before the canvas is held: opening it tells others.
        try openForStillScreen()
        // What came in a pause is not painted over the last picture before its slate covers that.
        let isUncovered = absence.slate == .pause && !canvas.withState { $0.isSlateShown }
        // One at most: an agent faster than conversion would keep the encodings waiting for ever.
        if !isUncovered, let frame = intake.takeFrame() { try show(frame) }
        let isNew = canvas.withState { state in
            do throws(PictureError) { try state.applyPointer(intake.pointer, at: .now()) } catch { count(error) }
            followAbsence(on: state)
            return state.isChanged
        }
        if isNew { canvas.wakeViewers() }
    }

    // MARK: The canvas

    private func open(_ size: PixelSize) throws(SessionError) {
        do throws(PictureError) {
            try canvas.withState { (state) throws(PictureError) in try state.open(size, mode: configuration.aspect) }
        } catch { throw SessionError(.badSetting, error.message, cause: error) }
        report(.opened(size))
    }

    /// One without a picture yet begins in that size.
    private func resizeAsAsked() throws(SessionError) {
        let packed = askedSize.exchange(0, ordering: .acquiringAndReleasing)
        guard packed != 0 else { return }
        let size = Self.size(packed)
        guard canvas.withState({ $0.composer != nil }) else { return try open(size) }
        do throws(PictureError) { try canvas.withState { (state) throws(PictureError) in try state.resize(to: size, at: .now()) } } catch {
            throw SessionError(.failed, error.message, cause: error)
        }
        report(.opened(size))
    }

    private func show(_ frame: consuming IncomingFrame) throws(SessionError) {
        if canvas.withState({ $0.composer == nil }) {
            try open(SessionConfiguration.canvas(for: frame.orientation.upright(frame.geometry.size)))
        }
        canvas.withState { state in
            let changed = state.paint(frame)
            absence.frame(of: frame.generation, isHidden: frame.isHidden, at: .now())
            guard !changed.isEmpty else { return }
            state.noteFrame(capturedAt: frame.captureTime, isRepaint: !frame.continuesPrevious, isCovered: absence.slate != nil)
        }
        // The loan ends here: the canvas holds what matters, the agent can have the slot.
    }

    private func openForStillScreen() throws(SessionError) {
        let packed = stillScreen.exchange(0, ordering: .acquiringAndReleasing)
        guard packed != 0, canvas.withState({ !$0.hasPicture }) else { return }
        if canvas.withState({ $0.composer == nil }) {
            try open(SessionConfiguration.canvas(for: Self.size(packed)))
        }
        absence.standIn()
    }

    private func count(_ error: PictureError) {
        failures.add(1, ordering: .relaxed)
        failure.withLock { $0 = error.message }
    }

    // MARK: The slate

    /// Puts the slate in the canvas's place, or takes it away.
    private func followAbsence(on state: CanvasState) {
        let now = MediaTime.now()
        absence.advance(to: now)
        shownPhase.store(absence.phase.rawValue, ordering: .relaxed)
        state.cover(absence.slate != nil, with: slates.take()?.canvas, at: now)
    }
}
