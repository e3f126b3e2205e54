import Platform

/// What to ask of the compositor next: a copy is asked for, its looks are offered, a slot is lent, the copy is made, and the
/// next one is asked for at once, so that its looks are known when a slot is lent. A value: it decides, the backend acts.
struct CopyCycle {
    enum Action: Hashable {
        case none
        /// Ask what the next copy looks like, letting go of one that is on its way. `anew`: it is not to wait for a change.
        case ask(anew: Bool)
        /// Have the offered copy made into the slot, at once or only after something has changed.
        case copy(slot: Int, afterChange: Bool)
    }

    private enum Stage: Hashable {
        /// Nothing is asked for until then.
        case resting(until: MediaTime)
        case asked
        /// - fits: it looks as the frames of the memory that is attached.
        case offered(fits: Bool)
        /// - whole: it does not wait for a change, and what is new in it is unknown.
        case copying(isWhole: Bool)
    }

    /// A screen that is off fails at once, for as long as it is off.
    static let shortestRest = Duration.milliseconds(20)
    static let longestRest = Duration.milliseconds(500)

    private var stage = Stage.resting(until: .zero)
    private var rest = CopyCycle.shortestRest
    private var lentSlot: Int?
    /// The next copy is made at once: nothing of what is attached, or of how it is turned, has been reported yet.
    private var mustBeWhole = true

    /// When `wake` has something to do; `nil` for never.
    var nextTime: MediaTime? {
        if case .resting(let until) = stage { return until }
        return nil
    }

    /// Whether the looks of the next copy are still to be told with `offered`.
    var awaitsLooks: Bool { stage == .asked }

    /// A rest is over.
    mutating func wake(at now: MediaTime) -> Action {
        guard case .resting(let until) = stage, now >= until else { return .none }
        return ask()
    }

    /// The looks of a copy are known.
    mutating func offered(fits: Bool) -> Action {
        guard stage == .asked else { return .none }
        stage = .offered(fits: fits)
        return copyIfPossible()
    }

    mutating func lend(_ slot: Int) -> Action {
        lentSlot = slot
        return copyIfPossible()
    }

    /// The lent slot is no longer to be drawn into.
    mutating func takeBack() -> Action {
        lentSlot = nil
        guard case .copying(let isWhole) = stage else { return .none }
        if isWhole { mustBeWhole = true }
        return ask()
    }

    /// New memory is attached, whose frames look as those that were offered last; the compositor has let go of the old one, and of a
    /// copy on its way.
    mutating func attached() -> Action {
        (lentSlot, mustBeWhole) = (nil, true)
        return ask()
    }

    /// Another size, orientation or region: what was asked for is not what is wanted any more. The slot stays lent.
    mutating func changed() -> Action {
        mustBeWhole = true
        return ask()
    }

    /// The copy is there. Returns whether what is new in it is unknown: then all of it is.
    mutating func ready() -> Bool {
        guard case .copying(let isWhole) = stage else { return false }
        (lentSlot, rest, stage) = (nil, Self.shortestRest, .resting(until: .zero))
        return isWhole
    }

    /// There is no such copy now. The slot stays lent.
    mutating func failed(at now: MediaTime) {
        if case .copying(isWhole: true) = stage { mustBeWhole = true }
        stage = .resting(until: now + rest)
        rest = min(rest * 2, Self.longestRest)
    }

    private mutating func ask() -> Action {
        stage = .asked
        return .ask(anew: mustBeWhole)
    }

    private mutating func copyIfPossible() -> Action {
        guard stage == .offered(fits: true), let lentSlot else { return .none }
        stage = .copying(isWhole: mustBeWhole)
        defer { mustBeWhole = false }
        return .copy(slot: lentSlot, afterChange: !mustBeWhole)
    }
}
