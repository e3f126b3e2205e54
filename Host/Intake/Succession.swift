import Platform

/// Which agent is on the canvas: which agent is live, which may take over, which waits. A value: it decides, the intake
/// thread acts.
///
/// An agent is nothing before it is admitted. One that may capture holds a *claim*; the newest claim that delivers a good frame takes over,
/// and older claims end only then (make before break). A standby holds none until none is live or someone asks for it.
///
/// Claims are as old as the command that wanted their agent: its *rank*. Once an agent is live for a command, no agent of an earlier
/// one ever is again, however late it comes.
struct Succession: Sendable {
    /// How long a claimant may keep a vacant canvas from a standby without delivering.
    static let claimPatience = Duration.seconds(3)

    private struct Claim: Comparable {
        /// 0 of an heir: it goes before every command.
        let rank: Int
        let number: UInt64

        static func < (one: Claim, other: Claim) -> Bool { (one.rank, one.number) < (other.rank, other.number) }
    }

    private struct Member {
        let generation: UInt32
        /// Of the command that it was admitted for; 0 for a standby that no command wanted.
        var rank = 0
        var isAdmitted = false
        /// `nil` for one that waits.
        var claim: Claim?
        var claimedAt: MediaTime
        var isLeaving = false
        /// It is paused, and would deliver nothing.
        var isHeld = false
    }

    private var members: [Member] = []
    private var lastClaim: UInt64 = 0
    /// The latest command whose agent was live.
    private var highestRank = 0
    /// The agent whose frames are shown; 0 for none.
    private(set) var live: UInt32 = 0
    /// The live agent was taken away on purpose: no standby stands in for it.
    private var isKeptVacant = false

    /// What becomes of a good frame.
    enum Verdict: Hashable, Sendable {
        case show
        /// From an agent that was replaced, is being stopped, or was not asked to capture.
        case ignore
        /// Its sender is live from here on; the others named are to be stopped.
        case takeOver(replacing: [UInt32])
    }

    mutating func attached(_ generation: UInt32, at now: MediaTime) { members.append(Member(generation: generation, claimedAt: now)) }

    /// It may wait as a standby, or capture and take over.
    mutating func admit(_ generation: UInt32, rank: Int, isStandby: Bool, at now: MediaTime) {
        change(generation) { ($0.isAdmitted, $0.rank) = (true, rank) }
        if !isStandby { claim(generation, rank: rank, at: now) }
    }

    mutating func left(_ generation: UInt32) {
        members.removeAll { $0.generation == generation }
        if live == generation { live = 0 }
    }

    /// It was told to stop: nothing of it is shown any more.
    mutating func leaving(_ generation: UInt32) { change(generation) { $0.isLeaving = true } }

    mutating func hold(_ generation: UInt32, _ isHeld: Bool) { change(generation) { $0.isHeld = isHeld } }

    /// It may capture, and takes over with its first good frame.
    mutating func claim(_ generation: UInt32, rank: Int, at now: MediaTime) {
        guard generation != live else { return }
        lastClaim += 1
        let claim = Claim(rank: rank, number: lastClaim)
        change(generation) { ($0.claim, $0.claimedAt, $0.rank) = (claim, now, rank) }
    }

    /// An heir claims the canvas. Whatever a command wants goes before it.
    mutating func inherit(_ generation: UInt32, at now: MediaTime) {
        lastClaim += 1
        let claim = Claim(rank: 0, number: lastClaim)
        change(generation) { ($0.claim, $0.claimedAt) = (claim, now) }
    }

    /// Back to waiting, for one that is not live.
    mutating func withdraw(_ generation: UInt32) { if generation != live { change(generation) { $0.claim = nil } } }

    /// Back to waiting, for the one that is live, and no standby stands in for it. Who captures for a command takes over as ever.
    mutating func detach(_ generation: UInt32) {
        guard generation == live else { return }
        change(generation) { $0.claim = nil }
        (live, isKeptVacant) = (0, true)
    }

    /// No standby comes by itself, where none is live.
    mutating func keepVacant() { if live == 0 { isKeptVacant = true } }

    func mayCapture(_ generation: UInt32) -> Bool { member(generation)?.claim != nil }

    /// Whether it waits behind others.
    func isStandby(_ generation: UInt32) -> Bool { member(generation).map { $0.isAdmitted && $0.claim == nil } ?? false }

    mutating func delivered(_ generation: UInt32) -> Verdict {
        guard let sender = member(generation), let claim = sender.claim, !sender.isLeaving, !isReplaced(sender) else { return .ignore }
        if generation == live { return .show }
        if let current = member(live), !current.isLeaving, let other = current.claim, other > claim { return .ignore }
        (live, isKeptVacant) = (generation, false)
        highestRank = max(highestRank, claim.rank)
        return .takeOver(replacing: members.filter { !$0.isLeaving && $0.claim.map { $0 < claim } ?? false }.map(\.generation))
    }

    /// The standby that shall claim the canvas now, since no agent is live or about to be. The newest one.
    func heir(at now: MediaTime) -> UInt32? {
        guard !isKeptVacant, live == 0 || member(live)?.isLeaving != false else { return nil }
        let waiting = members.filter { $0.isAdmitted && !$0.isLeaving && !$0.isHeld && !isReplaced($0) }
        guard !waiting.contains(where: { $0.claim != nil && now - $0.claimedAt < Self.claimPatience }) else { return nil }
        return waiting.last { $0.claim == nil }?.generation
    }

    private func isReplaced(_ member: Member) -> Bool { member.rank > 0 && member.rank < highestRank }

    private func member(_ generation: UInt32) -> Member? { members.first { $0.generation == generation } }

    private mutating func change(_ generation: UInt32, _ body: (inout Member) -> Void) {
        if let index = members.firstIndex(where: { $0.generation == generation }) { body(&members[index]) }
    }
}
