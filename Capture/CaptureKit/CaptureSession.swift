import AgentProtocol
import AppGroup
import Frames
import Glibc
import Platform

/// One attachment, from the first request for memory to its end: the loop of the capture thread.
///
/// Each round: handle what came (host, screen, signals), grab if something changed and a slot is lent, report where the
/// pointer is, send the heartbeat, wait for whichever comes first. Nothing in it waits for longer than the X server takes
/// to answer; see the extensions for what goes out and for the wait.
struct CaptureSession<Backend: ScreenBackend>: ~Copyable {
    let connection: HostConnection
    let buffer: WireBuffer
    /// Readable once this process was asked to end.
    let signals: Int32
    let options: AgentOptions

    let loans = AgentLoans()
    var memory: MemoryOffer?
    var stale: StaleMap?
    /// What changed since the notice before.
    var pending = Damage()
    /// What changed last, and how often in a row that had been the same before: a video, a game, a terminal that scrolls.
    var habit = (damage: Damage(), count: 0)
    var isDirty = true
    /// The host told it to wait since it was last told to capture.
    private var hasWaited = false
    /// Only with a backend that draws ahead.
    var ahead = LentAhead()
    var isWaitingForSlot = false
    /// Whether the change that will be grabbed next came before its turn.
    var hasWaitedForTurn = false
    var changesSinceNotice: UInt16 = 0
    var pacing = Pacing(milliFramesPerSecond: 30_000)
    var pointer = PointerTracker()
    var isPointerImageNew = true
    /// The host does not know yet which window has the focus.
    var isFocusNew = true
    /// As the host knows it.
    var isDisplayOn = true
    /// Likewise; `nil` when it is to be told whatever it knows.
    var cameraControls: [CameraControls.Entry]?
    var hasToldExtra = false
    var host: HostVoice
    var nextHeartbeat = MediaTime.zero
    var state: AgentState
    /// What the wait before found.
    var ready = Readiness.everything
    /// Sending may swallow the channel's signal that something came.
    var hasSent = false
    /// Whether the pages that only the beginning needed are gone since the first frame.
    private var hasForgottenBeginning = false
    /// Until then the host's next message is not worth waking up for; it is handled with whatever comes first.
    var quietUntil = MediaTime.zero

    init(connection: HostConnection, buffer: WireBuffer, signals: Int32, options: AgentOptions) {
        (self.connection, self.buffer, self.signals, self.options) = (connection, buffer, signals, options)
        let generation = connection.welcome.generation
        host = HostVoice(generation: generation, now: .now())
        state = AgentState(
            generation: generation, sequence: 0, phase: .notAvailable, isPaused: false, frames: 0, waitedForSlot: 0, grabbedPixels: 0)
    }

    /// How an attachment ended.
    enum End {
        /// The host closed the connection or fell silent: attach again.
        case hostGone(String)
        /// The host is there and would not have this agent, for this reason.
        case refused(String)
        /// Asked to stop, by the host or by a signal.
        case stopped(EndReason)
    }

    /// Runs until the attachment ends. Blocks; capture thread only.
    ///
    /// - Throws: `CaptureError` when the screen cannot be captured any longer; the host has been told.
    mutating func run(_ backend: inout Backend, _ sandbox: inout Sandbox) throws(CaptureError) -> End {
        defer {
            takeBackLent(&backend)
            complain()
        }
        do throws(CaptureError) { return try loop(&backend, &sandbox) } catch {
            say(
                AgentEnded(
                    generation: state.generation, reason: error.endReason, isRetriable: error.isRetriable, message: error.message))
            awaitConfirmation()
            throw error
        }
    }

    private mutating func loop(_ backend: inout Backend, _ sandbox: inout Sandbox) throws(CaptureError) -> End {
        state.confinement = sandbox.confinement
        try backend.begin()
        if sandbox.isClosed { backend.confined() }
        try requestMemory(backend)
        while true {
            if ready.contains(.handoff), let end = try takeArrivals(&backend) { return end }
            if ready.contains(.screen) || isTime(backend.nextEventTime) { try takeEvents(&backend) }
            if ready.contains(.channel) { takeHostStates(&backend) }
            confine(&sandbox, &backend)
            if sandbox.isClosed {
                let hasGrabbed = try grabIfDue(&backend)
                try tellPointer(&backend, isCheap: hasGrabbed)
                tellFocus(backend)
            }
            let now = MediaTime.now()
            if now >= nextHeartbeat {
                beat(at: now)
                forgetBeginning()
                tellRemark(&backend, at: now)
                try tellDisplay(&backend, at: now)
                tellCamera(&backend, at: now)
                tellExtra()
            }
            ready = []
            // Last before the wait: the channel's descriptor is edge-triggered, and sending reads part of what has come.
            let isQuiet = isQuiet
            if hasSent, !isQuiet, takeHostStates(&backend) { continue }
            if host.wish == .stop { return leave(host.stopReason ?? .stopped) }
            if now - host.heard > .milliseconds(Int(connection.welcome.silenceMilliseconds) * 3) { return .hostGone("the host fell silent") }
            wait(for: backend, quietly: isQuiet)
            if ready.contains(.signals) { return leave(.stopped) }
        }
    }

    private func isTime(_ time: MediaTime?) -> Bool {
        guard let time else { return false }
        return time == .zero || time <= .now()
    }

    // MARK: What comes in

    private mutating func takeArrivals(_ backend: inout Backend) throws(CaptureError) -> End? {
        while true {
            let arrival: HostConnection.Arrival
            do throws(GroupError) { arrival = try connection.nextArrival() } catch { return .hostGone(error.message) }
            switch consume arrival {
            case .nothing: return nil
            case .end: return .hostGone("the host went away")
            case .refused(let refusal):
                try endIfDenied(refusal, backend)
                return .refused(refusal.message)
            case .memory(let offer, let descriptor):
                do throws(GroupError) { try takeMemory(offer, descriptor, &backend) } catch { return .hostGone(error.message) }
            case .cast(let offer, let descriptor):
                try backend.receive(offer, connection: descriptor)
                // It may have events without anything to read.
                try takeEvents(&backend)
            }
        }
    }

    /// A refusal in place of a cast will be the same the next time, and may cost the user a dialog each time.
    private func endIfDenied(_ refusal: Refusal, _ backend: Backend) throws(CaptureError) {
        guard backend.wantsCast, !backend.isOpen else { return }
        throw CaptureError(refusal.reason == .permissionDenied ? .permissionDenied : .noScreen, refusal.message)
    }

    private mutating func takeMemory(_ offer: MemoryOffer, _ descriptor: consuming OwnedDescriptor, _ backend: inout Backend) throws(GroupError) {
        try FrameMemoryCheck.check(descriptor.number, holds: offer.layout)
        // The screen may have changed again since it was asked for: the next offer fits.
        guard backend.isOpen, offer.layout.geometry == backend.geometry else { return }
        takeBackLent(&backend)
        do throws(CaptureError) { try backend.attach(memory: descriptor.number, layout: offer.layout) } catch {
            throw GroupError(.badMemory, error.message, cause: error)
        }
        loans.begin(memoryNumber: offer.memoryNumber, slotCount: offer.layout.slotCount)
        stale = StaleMap(offer.layout)
        memory = offer
        pending = Damage(PixelRectangle(of: offer.layout.geometry.size))
        isDirty = true
        (isWaitingForSlot, quietUntil) = (false, .zero)
        // The wish may have come first: a cast has no size before the desktop shares it.
        if state.phase == .notAvailable { state.phase = host.wish == .capture ? .started : .ready }
        nextHeartbeat = .zero
    }

    /// True when the host said something new.
    @discardableResult
    private mutating func takeHostStates(_ backend: inout Backend) -> Bool {
        hasSent = false
        let now = MediaTime.now()
        var newest: HostState?
        var (requestChanged, rateChanged) = (false, false)
        while connection.channel.receive({ bytes in
            guard let update = host.hear(bytes, at: now) else { return }
            newest = update.state
            requestChanged = requestChanged || update.requestChanged
            rateChanged = rateChanged || update.rateChanged
            hasWaited = hasWaited || update.state.wish == .wait
        }) {}
        if let settings = host.takeSettings() { set(settings, of: &backend) }
        guard let newest else { return false }
        loans.update(newest)
        isWaitingForSlot = isWaitingForSlot && loans.isEmpty
        if rateChanged {
            let rate = min(newest.milliFramesPerSecond, options.milliFramesPerSecond ?? .max)
            pacing.setRate(milliFramesPerSecond: rate)
            backend.setFrameRate(milliFramesPerSecond: rate)
        }
        if host.wish != .capture || isLentInVain { takeBackLent(&backend) }
        guard requestChanged else { return true }
        state.isPaused = host.wish == .pause
        if host.wish == .capture {
            if state.phase == .ready { state.phase = .started }
            pointer.reset()
            isFocusNew = true
            if hasWaited { repeatFrame() }
        }
        nextHeartbeat = .zero
        return true
    }

    /// The host is told at once what came of it, and if nothing did.
    private mutating func set(_ settings: [CameraSettings.Setting], of backend: inout Backend) {
        backend.set(settings)
        cameraControls = nil
        nextHeartbeat = .zero
    }

    /// The host has let go of what it had: the next frame is sent whether anything changes or not.
    private mutating func repeatFrame() {
        hasWaited = false
        guard let memory else { return }
        pending.add(PixelRectangle(of: memory.layout.geometry.size))
        isDirty = true
    }

    private mutating func takeEvents(_ backend: inout Backend) throws(CaptureError) {
        let events = try backend.takeEvents()
        if events.contains(.geometryChanged) {
            takeBackLent(&backend)
            memory = nil
            stale = nil
            try requestMemory(backend)
        }
        if events.contains(.pointerImageChanged) { isPointerImageNew = true }
        if events.contains(.focusChanged) { isFocusNew = true }
        if events.contains(.pointerMoved) { pointer.noteMotion(at: .now()) }
        if events.contains(.damaged) {
            ahead.complete()
            if isDirty, !Backend.drawsAhead { changesSinceNotice = changesSinceNotice &+ 1 }
            isDirty = true
            pointer.noteChange(at: .now())
        }
    }

    private mutating func requestMemory(_ backend: Backend) throws(CaptureError) {
        guard backend.isOpen else { return }
        do throws(GroupError) { try connection.request(backend.geometry) } catch {
            // The end of the connection is noticed, and named, by the next round.
        }
    }

    /// Everything that is needed is there: a message of the host proves the connection, which ZeroMQ makes on a thread of its own. Frame
    /// memory may also come later, by the connection that stands.
    private mutating func confine(_ sandbox: inout Sandbox, _ backend: inout Backend) {
        guard !sandbox.isClosed, memory != nil || Backend.isConfinedFirst, host.hasSpoken else { return }
        forgetProgram()
        sandbox.close()
        state.confinement = sandbox.confinement
        // Before the first frame, so that a watching tool sees it.
        beat(at: .now())
        backend.confined()
    }

    /// Once more than at the confinement: the confinement itself and the first frames read pages of the program that later ones do not.
    private mutating func forgetBeginning() {
        guard !hasForgottenBeginning, state.frames > 0 else { return }
        hasForgottenBeginning = true
        forgetProgram()
    }

    private func complain() {
        if let complaint = host.complaint(strange: connection.channel.strangeMessages + connection.unknownPackets) { report(complaint) }
    }
}
