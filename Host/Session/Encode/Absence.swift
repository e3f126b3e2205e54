import Platform

/// What viewers see while no agent delivers: the last picture for the hold time, then a slate; while the agent is paused, a slate
/// at once. An agent's next frame ends it. A value: it decides, the encode thread shows
/// `slate` in place of the canvas.
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

    /// - Parameter holdTime: 0 or more; `nil` for ever.
    init(holdTime: Duration?) { self.holdTime = holdTime }

    /// When `advance` has something to do.
    var deadline: MediaTime? { if case .holding(let end) = state { end } else { nil } }

    /// What stands in for the canvas; `nil` while the canvas is shown.
    var slate: Slate? {
        switch state {
        case .waiting, .live, .holding: nil
        case .slate: .absence
        case .paused: .pause
        }
    }

    /// A frame is on the canvas. A late one of an agent that is gone or paused changes nothing.
    mutating func frame(of generation: UInt32, at now: MediaTime) {
        guard generation != self.generation else { return }
        self.generation = generation
        apply(to: .live, at: now)
    }

    /// The session tells what it knows, as often as it likes.
    mutating func apply(_ presence: AgentPresence, at now: MediaTime) {
        guard presence != self.presence else { return }
        self.presence = presence
        apply(to: state, at: now)
    }

    /// An agent is there, and its screen has shown nothing yet: the slate goes out instead of nothing.
    mutating func standIn() {
        guard state == .waiting else { return }
        state = .slate
    }

    mutating func advance(to now: MediaTime) {
        guard let deadline, now >= deadline else { return }
        state = .slate
    }

    /// What the newest presence makes of a state.
    private mutating func apply(to state: State, at now: MediaTime) {
        self.state = state
        guard let presence, presence.generation == generation else { return }
        switch (presence, state) {
        case (.present, _): self.state = .live
        case (.paused, _): self.state = .paused
        case (.gone, .live): self.state = holdTime == .zero ? .slate : .holding(until: holdTime.map { now + $0 })
        // What was hidden stays hidden.
        case (.gone, .paused): self.state = .slate
        case (.gone, _): break
        }
    }
}

extension Absence {
    /// The state without its times, its words as `SessionStatus.state` has them.
    enum Phase: UInt8, Sendable { case waiting, live, holding, slate, paused }

    var phase: Phase {
        switch state {
        case .waiting: .waiting
        case .live: .live
        case .holding: .holding
        case .slate: .slate
        case .paused: .paused
        }
    }
}
