import AgentProtocol
import AppGroup
import Frames
import Platform

/// The intake thread's side of one agent: what it was told, what it said, which slots it has.
struct AgentConnection {
    private(set) var agent: AttachedAgent
    /// What it captures for.
    private(set) var source: SourceIntake
    private(set) var loans: HostLoans?
    private(set) var memoryNumber: UInt32 = 0
    private(set) var lastNotice: UInt64 = 0
    private(set) var heard: MediaTime
    private(set) var state: AgentState?
    private(set) var orientation = Orientation.up
    var pointer = PointerAssembler()
    /// Its pointer's newest shape, shown once it is live.
    var shape: PointerShape?
    /// Where it was last, shown likewise.
    var pointerMoved: PointerMoved?
    /// Which window has the focus, as it told last; `nil` for an agent that does not tell it.
    var focus: FocusedWindow?
    /// Whether its display is on, as it says.
    var isDisplayOn = true
    /// What can be set of its camera, and how often it has said so.
    var camera = (controls: [CameraControls.Entry](), reports: 0)
    /// What it wants to be shown beside it.
    var extra = ""
    private(set) var command = HostState.Wish.wait
    private(set) var stopReason: EndReason?
    /// When to give up waiting for the confirmation of a stop.
    private(set) var stopDeadline = MediaTime.zero
    /// It was told to pause by itself, live or not.
    var isHeld = false
    /// Nothing of it is shown; the agent may not have confirmed that yet.
    private(set) var isPauseWanted = false
    var limit: RateLimit
    var silence = SilenceWatch()
    /// The hand-off thread was told to close its connection.
    var isClosing = false
    /// What it sends beyond its share waits in its connection.
    var isHeldBack = false
    /// Why it ended, or is to end.
    var ending: AgentEnding?
    /// Of the pause that was asked for last: that it is so, or that it is over. What an agent says unasked changes nothing.
    private(set) var isPauseConfirmed = false
    /// How often it said unasked that it paused or went on.
    private var unaskedPauses = 0
    private var nextToldPauses = 10
    private var frames: UInt64 = 0
    /// What it captures gives nothing for now, as it says.
    private(set) var isStalled = false
    private var remarks: RateLimit
    var superseded: UInt64 = 0
    var staleNotices: UInt64 = 0
    var unknownMessages: UInt64 = 0
    private(set) var hasDelivered = false
    private var sequence: UInt64 = 0
    private var nextBeat = MediaTime.zero
    /// How many slots the agent may think it has.
    private var knownFree = 0

    /// Notices, pointer and heartbeats of an honest agent come to some 500 messages a second at most.
    private static let messagesPerSecond = 2000.0
    private static let bytesPerMessage = 8192
    /// What is told on of them; the others are heard, and change what they say.
    private static let remarksPerSecond = 0.2
    private static let mostRemarksAtOnce = 5.0
    private static let retryInterval = Duration.milliseconds(20)

    init(_ agent: AttachedAgent, of source: SourceIntake, at now: MediaTime) {
        (self.agent, self.source, heard) = (agent, source, now)
        limit = RateLimit(perSecond: Self.messagesPerSecond, burst: Self.messagesPerSecond, at: now)
        remarks = RateLimit(perSecond: Self.remarksPerSecond, burst: Self.mostRemarksAtOnce, at: now)
    }

    var generation: UInt32 { agent.description.generation }

    mutating func begin(_ loans: HostLoans, number: UInt32) {
        (self.loans, memoryNumber, hasDelivered) = (loans, number, false)
        nextBeat = .zero
    }

    /// It captures for another source from now on.
    mutating func place(_ source: SourceIntake) { (agent, self.source) = (agent.placed(at: source.feed), source) }

    /// Its memory goes; another one comes.
    mutating func withdraw() { loans = nil }

    mutating func heard(at now: MediaTime) { heard = now }

    /// What a heartbeat says of a pause.
    enum PauseAnswer: Hashable {
        /// It does what it was asked to: it grabs nothing, or it grabs again.
        case confirmed(Bool)
        /// It says so without being asked, for the n-th time: said at the 10th, the 100th and so on.
        case unasked(Int)
    }

    /// Applies a heartbeat; an older one than the last changes nothing.
    mutating func update(with message: AgentState) -> PauseAnswer? {
        guard message.sequence > state?.sequence ?? 0 else { return nil }
        defer { state = message }
        if message.isPaused == isPauseWanted {
            guard isPauseConfirmed != isPauseWanted else { return nil }
            isPauseConfirmed = isPauseWanted
            return .confirmed(isPauseConfirmed)
        }
        guard message.isPaused != state?.isPaused ?? false else { return nil }
        unaskedPauses += 1
        guard unaskedPauses == nextToldPauses else { return nil }
        nextToldPauses *= 10
        return .unasked(unaskedPauses)
    }

    /// Applies a remark. False for one too many, which is not told.
    mutating func accept(_ remark: AgentRemark, at now: MediaTime) -> Bool {
        if remark.subject != .other { isStalled = remark.subject == .stalled }
        guard remarks.allowance(at: now) > 0 else { return false }
        remarks.took(1)
        return true
    }

    /// - Parameter bytes: of all of them: a longer message counts as several.
    mutating func took(messages: Int, bytes: Int) { limit.took(messages + bytes / Self.bytesPerMessage) }

    /// It is to end; the first reason stays, and its own before ours.
    mutating func giveUp(_ reason: EndReason, _ message: String) { ending = ending ?? AgentEnding(reason, .dropped(message)) }

    /// What it shall do, from what it may; told at once if that has changed.
    mutating func want(capture: Bool, pause: Bool) {
        isPauseWanted = pause
        let wanted: HostState.Wish = stopReason != nil ? .stop : pause ? .pause : capture ? .capture : .wait
        guard wanted != command else { return }
        command = wanted
        hurry()
    }

    /// The first reason stays.
    mutating func stop(_ reason: EndReason, until deadline: MediaTime) {
        guard stopReason == nil else { return }
        (stopReason, stopDeadline) = (reason, deadline)
    }

    /// Checks a notice against what was lent, and takes the slot. Every number of it is checked: none is trusted.
    ///
    /// - Returns: `nil` for a notice on memory that was replaced meanwhile, which is no mistake.
    /// - Throws: `WireError` for one that cannot be true: the agent is dropped.
    mutating func accept(_ notice: Notice, at now: MediaTime) throws(WireError) -> IncomingFrame? {
        guard notice.memoryNumber > 0, notice.memoryNumber <= memoryNumber else { throw .badValue(field: "memory number") }
        guard notice.number > lastNotice else { throw .badValue(field: "notice number") }
        lastNotice = notice.number
        guard notice.memoryNumber == memoryNumber, let loans else {
            staleNotices += 1
            return nil
        }
        guard let loan = loans.take(notice.slot) else { throw .badValue(field: "slot: it was not lent") }
        let layout = loans.memory.layout
        guard PixelRectangle(of: layout.geometry.size).contains(notice.damage.bounds) else { throw .badValue(field: "damage") }
        knownFree -= 1
        frames += 1
        defer { (hasDelivered, orientation) = (true, notice.orientation) }
        return IncomingFrame(
            loan: loan, geometry: layout.geometry, orientation: notice.orientation, captureTime: min(max(notice.captureTime, now - .seconds(1)), now),
            noticeTime: now, generation: generation, damage: notice.damage, continuesPrevious: hasDelivered && notice.orientation == orientation)
    }

    /// Tells the agent its state if it is time to, or if it may be short of slots.
    mutating func tell(at now: MediaTime, heartbeat: Duration, milliFramesPerSecond: UInt32, buffer: WireBuffer) {
        let isShort = knownFree <= 1 && loans?.hasFreed == true
        guard isShort || now >= nextBeat else { return }
        sequence += 1
        let lent = loans?.lentSlots() ?? 0
        knownFree = lent.nonzeroBitCount
        HostState(
            generation: generation, sequence: sequence, wish: command, stopReason: stopReason, milliFramesPerSecond: milliFramesPerSecond,
            memoryNumber: memoryNumber, lentSlots: lent, lastNotice: lastNotice
        ).encode(into: buffer)
        // One that has not connected yet, or does not read: the state is repeated, its silence ends it.
        nextBeat = now + (agent.channel.send(buffer) ? heartbeat : Self.retryInterval)
    }

    /// The next `tell` speaks whatever the time.
    mutating func hurry() { nextBeat = .zero }

    var nextTellTime: MediaTime { nextBeat }

    func snapshot(isLive: Bool, isStandby: Bool) -> AgentSnapshot {
        var description = agent.description
        description.isStandby = description.isStandby || isStandby
        return AgentSnapshot(
            description: description, extra: extra, phase: state?.phase ?? .notAvailable, isPaused: isPauseConfirmed, isLive: isLive,
            isStalled: isStalled, isDisplayOn: isDisplayOn, camera: camera.controls, cameraReports: camera.reports,
            geometry: loans?.memory.layout.geometry, orientation: orientation, frames: frames,
            waitedForSlot: state?.waitedForSlot ?? 0, superseded: superseded, grabbedPixels: state?.grabbedPixels ?? 0, staleNotices: staleNotices,
            unknownMessages: unknownMessages, confinement: state?.confinement ?? [])
    }
}
