import Platform

/// Which agent is on the canvas: which agent is live, which may take over, which waits. A value: it decides, the intake
/// thread acts.
///
/// An agent that may capture holds a *claim*; the newest claim that delivers a good frame takes over, and older claims end
/// only then (make before break). A standby holds none until none is live or someone asks for it.
struct Succession: Sendable {
    /// How long a claimant may keep a vacant canvas from a standby without delivering.
    static let claimPatience = Duration.seconds(3)

    private struct Member {
        let generation: UInt32
        /// Grows with every claim; 0 for one that waits.
        var claim: UInt64
        var claimedAt: MediaTime
        var isLeaving = false
    }

    private var members: [Member] = []
    private var newestClaim: UInt64 = 0
    /// The agent whose frames are shown; 0 for none.
    private(set) var live: UInt32 = 0

    /// What becomes of a good frame.
    enum Verdict: Hashable, Sendable {
        case show
        /// From an agent that was replaced, is being stopped, or was not asked to capture.
        case ignore
        /// Its sender is live from here on; the others named are to be stopped.
        case takeOver(replacing: [UInt32])
    }

    mutating func attached(_ generation: UInt32, isStandby: Bool, at now: MediaTime) {
        members.append(Member(generation: generation, claim: 0, claimedAt: now))
        if !isStandby { claim(generation, at: now) }
    }

    mutating func left(_ generation: UInt32) {
        members.removeAll { $0.generation == generation }
        if live == generation { live = 0 }
    }

    /// It was told to stop: nothing of it is shown any more.
    mutating func leaving(_ generation: UInt32) { change(generation) { $0.isLeaving = true } }

    /// It may capture, and takes over with its first good frame.
    mutating func claim(_ generation: UInt32, at now: MediaTime) {
        guard generation != live else { return }
        newestClaim += 1
        let claim = newestClaim
        change(generation) { ($0.claim, $0.claimedAt) = (claim, now) }
    }

    /// Back to waiting, for one that is not live.
    mutating func withdraw(_ generation: UInt32) { if generation != live { change(generation) { $0.claim = 0 } } }

    func mayCapture(_ generation: UInt32) -> Bool { member(generation).map { $0.claim > 0 } ?? false }

    mutating func delivered(_ generation: UInt32) -> Verdict {
        guard let sender = member(generation), sender.claim > 0, !sender.isLeaving else { return .ignore }
        if generation == live { return .show }
        if let current = member(live), !current.isLeaving, current.claim > sender.claim { return .ignore }
        live = generation
        return .takeOver(replacing: members.filter { $0.claim > 0 && $0.claim < sender.claim && !$0.isLeaving }.map(\.generation))
    }

    /// The standby that shall claim the canvas now, since no agent is live or about to be. The newest one.
    func heir(at now: MediaTime) -> UInt32? {
        guard live == 0 || member(live)?.isLeaving != false else { return nil }
        guard !members.contains(where: { $0.claim > 0 && !$0.isLeaving && now - $0.claimedAt < Self.claimPatience }) else { return nil }
        return members.last { $0.claim == 0 && !$0.isLeaving }?.generation
    }

    private func member(_ generation: UInt32) -> Member? { members.first { $0.generation == generation } }

    private mutating func change(_ generation: UInt32, _ body: (inout Member) -> Void) {
        if let index = members.firstIndex(where: { $0.generation == generation }) { body(&members[index]) }
    }
}
