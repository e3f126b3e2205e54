import Platform

/// Who wants a cast, who has one, and whether the desktop is asked for it. A value: it decides, the cast thread acts.
///
/// One session for all agents: it is opened for the first that asks, and kept when that one goes, so that the next needs no one's
/// consent. Where the desktop asks no one the next time anyway, it is closed soon after the last one has gone: the desktop shows
/// nothing as shared that no one looks at, and the next agent begins with a fresh cast (xdg-desktop-portal-wlr 0.7 loses buffers with
/// every reader that goes, and may crash over one that comes back). A no holds for a while, so that an agent that comes again and again
/// opens no dialog again and again. What was lost without anybody's no, after there had been a picture, is tried again until it is back;
/// before, for as long as a portal takes that is being started.
struct CastBroker: Sendable {
    static let shortestDelay = Duration.milliseconds(500)
    static let longestDelay = Duration.seconds(5)
    /// How long a no is repeated without asking anybody.
    static let verdictTime = Duration.seconds(30)
    /// How long a session that can be restored is kept for no agent: an agent that crashed is back by then.
    static let lingering = Duration.seconds(1)
    /// How long a portal may take to be there after it showed that it is on its way.
    static let startingTime = Duration.seconds(8)
    /// So many casts in a row that broke off before a picture show that the session gives none.
    static let mostFailures = 2

    enum Act: Hashable, Sendable {
        /// Begin a conversation with the portal.
        case open
        /// End the one there is.
        case close
        case remote(agent: UInt32)
        case refuse(agent: UInt32, PortalError)
        /// No agent is refused; it is tried again after this long.
        case wait(Duration, PortalError)
    }

    enum State: Hashable, Sendable {
        case closed
        case opening
        case open
        case resting(until: MediaTime)
    }

    private(set) var state = State.closed
    /// Who waits for a remote.
    private(set) var waiting: [UInt32] = []
    private(set) var holders: Set<UInt32> = []
    private var verdict: (error: PortalError, until: MediaTime)?
    private var hasDelivered = false
    private var failures = 0
    /// The desktop asks no one when it is opened again.
    private var isRestorable = false
    /// Since when no agent needs the session that is open.
    private var uselessSince: MediaTime?
    /// PipeWire was gone since the session was opened.
    private var isPipeWireNew = false
    private var delay = CastBroker.shortestDelay
    /// Since when a portal is on its way, before there was a picture.
    private var startingSince: MediaTime?
    /// When remotes are asked for again, the session being open.
    private var nextRemotes: MediaTime?

    // MARK: Agents

    mutating func asked(_ agent: UInt32, at now: MediaTime) -> [Act] {
        uselessSince = nil
        holders.remove(agent)
        if !waiting.contains(agent) { waiting.append(agent) }
        switch state {
        case .closed:
            if let verdict, now < verdict.until {
                waiting.removeAll { $0 == agent }
                return [.refuse(agent: agent, verdict.error.repeated)]
            }
            verdict = nil
            state = .opening
            return [.open]
        case .opening, .resting: return []
        case .open:
            // As long as an agent gets pictures from it, the session is good.
            guard failures >= Self.mostFailures, holders.isEmpty else { return nextRemotes == nil ? [.remote(agent: agent)] : [] }
            return reopen()
        }
    }

    /// - Parameter castFailed: it said that the cast it had came to an end.
    mutating func left(_ agent: UInt32, castFailed: Bool) {
        waiting.removeAll { $0 == agent }
        if holders.remove(agent) != nil, castFailed { failures += 1 }
    }

    /// Its first picture has come.
    mutating func delivered(_ agent: UInt32) {
        guard holders.contains(agent) else { return }
        (hasDelivered, failures, delay) = (true, 0, Self.shortestDelay)
    }

    /// The session may give no pictures any more: the next agent that asks, when no agent has any, has it opened anew.
    mutating func doubt() { failures = Self.mostFailures }

    /// The user asked for an agent in so many words: an earlier no does not count.
    mutating func renewed() { verdict = nil }

    // MARK: The portal

    /// - Parameter isRestorable: whether the desktop asks no one the next time.
    mutating func opened(isRestorable: Bool = false) -> [Act] {
        (state, isPipeWireNew, self.isRestorable, startingSince) = (.open, false, isRestorable, nil)
        return waiting.map { .remote(agent: $0) }
    }

    /// There is no session, or it is gone.
    mutating func failed(_ error: PortalError, at now: MediaTime) -> [Act] {
        waiting += holders.sorted()
        (holders, nextRemotes, failures, state) = ([], nil, 0, .closed)
        guard !waiting.isEmpty else {
            if error.isRefusal { verdict = (error, now + Self.verdictTime) }
            return []
        }
        if error.isRetriable, hasDelivered || isStarting(after: error, at: now) {
            let pause = nextDelay()
            state = .resting(until: now + pause)
            return [.wait(pause, error)]
        }
        if error.isRefusal { verdict = (error, now + Self.verdictTime) }
        (startingSince, delay) = (nil, Self.shortestDelay)
        defer { waiting = [] }
        return waiting.map { .refuse(agent: $0, error) }
    }

    private mutating func isStarting(after error: PortalError, at now: MediaTime) -> Bool {
        if error.isOfStarting { startingSince = startingSince ?? now }
        return startingSince.map { now - $0 < Self.startingTime } ?? false
    }

    /// A remote is open for an agent.
    ///
    /// - Returns: whether it is handed over, and what else is to be done.
    mutating func remoteOpened(for agent: UInt32) -> (isGood: Bool, acts: [Act]) {
        guard state == .open, waiting.contains(agent) else { return (false, []) }
        // PipeWire is back, and knows none of its nodes any more.
        if isPipeWireNew { return (false, reopen()) }
        waiting.removeAll { $0 == agent }
        holders.insert(agent)
        return (true, [])
    }

    mutating func refusedRemote(for agent: UInt32, _ error: PortalError, at now: MediaTime) -> [Act] {
        guard state == .open, waiting.contains(agent) else { return [] }
        if error.code == .portalGone { return reopen() }
        guard hasDelivered, error.isRetriable else {
            waiting.removeAll { $0 == agent }
            return [.refuse(agent: agent, error)]
        }
        if error.code == .noPipeWire { isPipeWireNew = true }
        guard nextRemotes == nil else { return [] }
        let pause = nextDelay()
        nextRemotes = now + pause
        return [.wait(pause, error)]
    }

    mutating func tick(at now: MediaTime) -> [Act] {
        if case .resting(let until) = state, now >= until {
            guard !waiting.isEmpty else {
                state = .closed
                return []
            }
            state = .opening
            return [.open]
        }
        if let nextRemotes, now >= nextRemotes {
            self.nextRemotes = nil
            return waiting.map { .remote(agent: $0) }
        }
        return closedIfUseless(at: now)
    }

    private mutating func closedIfUseless(at now: MediaTime) -> [Act] {
        guard state == .open, isRestorable, holders.isEmpty, waiting.isEmpty else {
            uselessSince = nil
            return []
        }
        guard let since = uselessSince, now - since >= Self.lingering else {
            uselessSince = uselessSince ?? now
            return []
        }
        (state, uselessSince, failures) = (.closed, nil, 0)
        return [.close]
    }

    /// When `tick` has something to do.
    var nextTime: MediaTime? {
        if case .resting(let until) = state { return until }
        return nextRemotes ?? uselessSince.map { $0 + Self.lingering }
    }

    private mutating func reopen() -> [Act] {
        waiting += holders.sorted()
        (holders, nextRemotes, failures, state) = ([], nil, 0, .opening)
        return [.close, .open]
    }

    private mutating func nextDelay() -> Duration {
        defer { delay = min(delay * 2, Self.longestDelay) }
        return delay
    }
}

extension PortalError {
    /// As it is said to those who come after it was said.
    fileprivate var repeated: PortalError {
        PortalError(code, "\(message), moments ago: 'splitcast request-agent pipewire' asks again", cause: self)
    }
}
