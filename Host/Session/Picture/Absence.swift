import Platform

/// What viewers see while no agent delivers: the last picture for the hold time, then a slate; the last picture for as long as another agent
/// is there for the same screen, which stands still; while the agent is paused, a slate at once, whichever agents come and go. An agent's
/// next frame ends it. A value: it decides, the canvas's thread
/// shows `slate` in its place.
///
/// Agents are told apart by generation, for equality alone: what is known of one whose frame is not the one on the canvas is kept until
/// its frame is, or for ever.
struct Absence: Sendable {
    enum State: Hashable, Sendable {
        /// Nothing was ever delivered: nothing goes out.
        case waiting
        case live
        /// The agent is gone, its last picture stays; `nil` for ever.
        case holding(until: MediaTime?)
        /// The agent is gone for longer, or has not shown anything yet.
        case slate
        case paused
        /// The pause is over; what is on the canvas was captured in it, and shown only if the agent has nothing newer.
        case returning(until: MediaTime)
    }

    enum Slate: Hashable, Sendable {
        case absence, pause
        /// The links carry no picture: not a matter of agents, and never decided here.
        case network
    }

    private(set) var state = State.waiting
    private let holdTime: Duration?
    /// Whose frame is on the canvas.
    private var generation: UInt32?
    private var presence: AgentPresence?
    /// What is on the canvas was captured while nothing might be shown.
    private var isHidden = false
    /// What is on the canvas was not paused or withdrawn since it was shown: it may be shown again without anything new.
    private var mayReturn = false
    /// How long an agent may take, after a pause, to show what has changed meanwhile.
    private static let returnTime = Duration.milliseconds(300)

    /// - Parameter holdTime: 0 or more; `nil` for ever.
    init(holdTime: Duration?) { self.holdTime = holdTime }

    /// When `advance` has something to do.
    var deadline: MediaTime? {
        switch state {
        case .holding(let end): end
        case .returning(let end): end
        case .waiting, .live, .slate, .paused: nil
        }
    }

    /// What stands in for the canvas; `nil` while the canvas is shown.
    var slate: Slate? {
        switch state {
        case .waiting, .live, .holding: nil
        case .slate: .absence
        case .paused, .returning: .pause
        }
    }

    /// A frame is on the canvas. A late one of an agent that is gone changes nothing.
    ///
    /// - Parameter isHidden: it was captured while nothing might be shown.
    mutating func frame(of generation: UInt32, isHidden: Bool = false, at now: MediaTime) {
        guard generation != self.generation || isHidden != self.isHidden else { return }
        (self.generation, self.isHidden, mayReturn) = (generation, isHidden, !isHidden)
        if state != .paused, !isHidden { state = .live }
        follow(at: now)
    }

    /// The session tells what it knows, as often as it likes.
    mutating func apply(_ presence: AgentPresence, at now: MediaTime) {
        guard presence != self.presence else { return }
        self.presence = presence
        follow(at: now)
    }

    /// An agent is there, and its screen has shown nothing yet: the slate goes out instead of nothing.
    mutating func standIn() {
        guard state == .waiting else { return }
        state = .slate
    }

    mutating func advance(to now: MediaTime) {
        guard let deadline, now >= deadline else { return }
        if case .returning = state { (state, mayReturn) = (.live, true) } else { state = .slate }
    }

    /// What the newest presence makes of the state.
    private mutating func follow(at now: MediaTime) {
        // Before there was a picture nothing is to be hidden.
        guard let generation, let presence else { return }
        if presence == .paused || presence == .withdrawn { mayReturn = false }
        switch (presence, state) {
        case (.paused, _): state = .paused
        case (.withdrawn, _): state = .slate
        case (.present(generation), .paused) where isHidden: state = .returning(until: now + Self.returnTime)
        case (.present(generation), .returning): break
        case (.present(generation), _): state = .live
        // What was hidden stays hidden, until the agent of which this is told shows something.
        case (.present, .paused), (.present, .returning), (.gone, .paused), (.gone, .returning), (.still, .paused), (.still, .returning):
            state = .slate
        case (.still(generation), _): state = mayReturn ? .holding(until: nil) : .slate
        case (.gone(generation), .live), (.gone(generation), .holding(until: nil)):
            state = holdTime == .zero ? .slate : .holding(until: holdTime.map { now + $0 })
        case (.present, _), (.gone, _), (.still, _): break
        }
        if state == .live { mayReturn = true }
    }
}

extension Absence {
    /// The state without its times, its words as `SessionStatus.state` has them.
    /// `hidden`: whatever the agents do, nothing of them may be seen; or the screen, which delivers, is not shown, and what is shown does not.
    enum Phase: UInt8, Sendable { case waiting, live, holding, slate, paused, hidden }

    var phase: Phase {
        switch state {
        case .waiting: .waiting
        case .live: .live
        case .holding: .holding
        case .slate: .slate
        case .paused, .returning: .paused
        }
    }
}
