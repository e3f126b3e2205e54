import AgentProtocol
import Platform

/// One attempt to have a screen shared: the whole conversation with the bus and the portal, from the greeting to the end of the
/// session. A value: it says what to call and takes in what came; the cast thread acts.
///
/// Greet the bus, learn what the portal can do, then three requests (create, select, start), each of which is answered twice: at
/// once with a handle, and by a signal when the user, or the desktop, is done.
struct CastConversation: Sendable {
    enum Act: Hashable, Sendable {
        /// The bus calls us so.
        case named(String)
        /// Signals that fit this rule are to come from now on.
        case subscribe(String)
        /// The answer comes back by `answered` under the number.
        case call(BusCall, Int)
        /// No answer is waited for.
        case tell(BusCall)
        /// The portal has not said for a while what it can do.
        case slow
        /// The user is probably looking at the desktop's dialog.
        case asking
        case token(RestoreEvent)
        /// Shared: remotes may be opened.
        case opened(CastStream)
        case remote(agent: UInt32, SharedDescriptor)
        case noRemote(agent: UInt32, PortalError)
        /// Something behind the portal went away, which the portal says nothing of: what is shared may give no pictures any more.
        case doubted
        /// No session, or no longer; the conversation is over.
        case failed(PortalError)
    }

    enum Phase: Hashable, Sendable { case idle, greeting, looking, learning, creating, selecting, starting, open, over }

    /// A call that is a request in the portal's sense.
    struct Request: Sendable {
        /// Where its response will come from.
        var path: String
        let begunAt: MediaTime
        var hasAsked = false
    }

    let choice: CastChoice
    /// Unguessable, and unlike any other conversation's: part of the objects' names.
    let mark: String
    let patience: CastPatience
    let mayDropToken: Bool
    /// The compositor that went away in the conversation before this one.
    let missing: String?
    /// A cast broke off a moment ago: a no that comes sooner than anybody can give it is the desktop's, which has no screen just now.
    let isReturning: Bool
    /// As it was kept; `nil` once it is known not to help.
    var token: String?
    /// What the last attempt failed with while it offered a token: tried once more without.
    var failureWithToken: PortalError?

    private(set) var phase = Phase.idle
    private(set) var traits: PortalTraits?
    var name = ""
    /// The portal's unique name.
    var portal = ""
    var session = ""
    var request: Request?
    var cursor = CastCursor.hidden
    private var count = 0
    private var remotes: [Int: (agent: UInt32, deadline: MediaTime)] = [:]
    private var awaited: Int?
    private var deadline: MediaTime?
    private var sign: (number: Int, deadline: MediaTime)?
    private var nextSign: MediaTime?
    /// When it is slow; `nil` once that was said.
    private var slowAt: MediaTime?
    /// When the portal ended the session, until it is clear why.
    private var closedAt: MediaTime?
    /// When something that stands behind the portal went away last.
    private var lossAt: MediaTime?
    /// The name of the compositor, once it went away.
    private(set) var lostCompositor: String?

    /// - Parameters:
    ///   - mayDropToken: where the desktop fails with the token, it is tried without, which asks the user.
    ///   - missing: a name on the bus. While no one has it, nothing is asked of the portal: a compositor that is still away
    ///     would cost the token, which is good for one use.
    ///   - isReturning: a cast broke off a moment ago.
    init(
        _ choice: CastChoice, token: String?, mark: String, mayDropToken: Bool = true, missing: String? = nil, isReturning: Bool = false,
        patience: CastPatience = CastPatience()
    ) {
        (self.mayDropToken, self.missing, self.isReturning) = (mayDropToken, missing, isReturning)
        (self.choice, self.token, self.mark, self.patience) = (choice, choice.isRestoring ? token : nil, mark, patience)
    }

    // MARK: What comes in

    mutating func begin(at now: MediaTime) -> [Act] {
        (phase, slowAt) = (.greeting, now + patience.slow)
        return [call(.bus("Hello"), patience.reply, now)]
    }

    mutating func answered(_ number: Int, _ reply: BusReply, at now: MediaTime) -> [Act] {
        if number == sign?.number {
            sign = nil
            nextSign = now + patience.sign
            return []
        }
        if let remote = remotes.removeValue(forKey: number) { return [Self.opened(remote.agent, reply)] }
        guard number == awaited, phase != .over else { return [] }
        (awaited, deadline) = (nil, nil)
        switch reply {
        case .error(let name, let words): return refused(PortalError(bus: name, words, isFirst: phase == .learning), at: now)
        case .values(let values, let sender): return took(values, from: sender, at: now)
        }
    }

    mutating func signalled(_ signal: BusSignal, at now: MediaTime) -> [Act] {
        guard phase != .over else { return [] }
        switch (signal.interface, signal.member) {
        case ("org.freedesktop.DBus", "NameOwnerChanged"):
            return ownerChanged(signal, at: now)
        case (PortalNames.request, "Response"):
            guard signal.sender == portal, signal.path == request?.path, let code = signal.values.first?.number else { return [] }
            return responded(Int(code), signal.values.dropFirst().first?.entries ?? [:], at: now)
        case (PortalNames.session, "Closed"):
            guard signal.sender == portal, signal.path == session, !session.isEmpty else { return [] }
            guard phase == .open else {
                return fail(isReturning ? .desktopGone : PortalError(.cancelled, "the desktop ended the request to share the screen"))
            }
            session = ""
            if let lossAt, now - lossAt < patience.loss { return fail(.desktopGone) }
            closedAt = now
            return []
        default: return []
        }
    }

    private mutating func ownerChanged(_ signal: BusSignal, at now: MediaTime) -> [Act] {
        guard signal.sender == "org.freedesktop.DBus", signal.values.count == 3, let name = signal.values[0].text, let old = signal.values[1].text,
            !old.isEmpty
        else { return [] }
        guard name == PortalNames.bus else {
            guard phase == .open, PortalNames.behind.contains(where: { name == $0 || name.hasPrefix($0 + ".") }) else { return [] }
            // A backend is started by the portal when it is needed.
            if !name.hasPrefix(PortalNames.backends) { lostCompositor = name }
            return lost(at: now)
        }
        guard old == portal else { return [] }
        return fail(PortalError(.portalGone, "the desktop portal went away: it is asked again when it is back"))
    }

    /// Something that the cast comes from or through went away.
    mutating func lost(at now: MediaTime) -> [Act] {
        guard phase == .open else { return [] }
        lossAt = now
        return closedAt == nil ? [.doubted] : fail(.desktopGone)
    }

    /// The connection to the bus is gone.
    mutating func lostBus() -> [Act] {
        session = ""
        return phase == .over ? [] : fail(PortalError(.busGone, "the session bus went away: it is tried again"))
    }

    mutating func tick(at now: MediaTime) -> [Act] {
        guard phase != .over else { return [] }
        if let closedAt, now >= closedAt + patience.verdict { return fail(PortalError(.stopped, "sharing was stopped on the desktop")) }
        if let deadline, now >= deadline { return fail(overdue) }
        if let slowAt, isBeforeTheQuestion, now >= slowAt {
            self.slowAt = nil
            return [.slow]
        }
        let late = remotes.filter { now >= $0.value.deadline }
        for number in late.keys { remotes[number] = nil }
        if !late.isEmpty { return late.values.map { .noRemote(agent: $0.agent, .silent) } }
        guard phase == .selecting || phase == .starting, let request, awaited == nil else { return [] }
        if now >= request.begunAt + patience.user { return fail(overdue) }
        var acts: [Act] = []
        if !request.hasAsked, now >= request.begunAt + patience.dialog {
            self.request?.hasAsked = true
            acts.append(.asking)
        }
        if let sign, now >= sign.deadline { return fail(.silent) }
        if sign == nil, let nextSign, now >= nextSign {
            count += 1
            sign = (count, now + patience.sign)
            acts.append(.call(PortalNames.ping, count))
        }
        return acts
    }

    /// When `tick` has something to do.
    var nextTime: MediaTime? {
        guard phase != .over else { return nil }
        var times =
            [closedAt.map { $0 + patience.verdict }, deadline, sign?.deadline, sign == nil ? nextSign : nil].compactMap { $0 }
            + remotes.values.map(\.deadline)
        if let slowAt, isBeforeTheQuestion { times.append(slowAt) }
        if let request, awaited == nil, phase == .selecting || phase == .starting {
            times.append(request.hasAsked ? request.begunAt + patience.user : request.begunAt + patience.dialog)
        }
        return times.min()
    }

    private var isBeforeTheQuestion: Bool { phase == .greeting || phase == .looking || phase == .learning || phase == .creating }

    /// Ends a session that is open, or an attempt; nothing more is said of it.
    mutating func close() -> [Act] {
        guard phase != .over else { return [] }
        let acts = farewell()
        phase = .over
        return acts
    }

    /// Opens a connection to PipeWire for an agent; only while the session is open.
    mutating func openRemote(for agent: UInt32, at now: MediaTime) -> [Act] {
        guard phase == .open, closedAt == nil else { return [] }
        count += 1
        remotes[count] = (agent, now + patience.reply)
        return [.call(PortalNames.cast("OpenPipeWireRemote", [.path(session), .options([:])]), count)]
    }

    private static func opened(_ agent: UInt32, _ reply: BusReply) -> Act {
        switch reply {
        case .values(let values, _):
            guard case .descriptor(let remote)? = values.first else {
                return .noRemote(agent: agent, PortalError(.nonsense, "the desktop portal answered without a connection to PipeWire"))
            }
            return .remote(agent: agent, remote)
        case .error(let name, let words): return .noRemote(agent: agent, PortalError(remote: name, words))
        }
    }

    // MARK: What is said

    mutating func call(_ call: BusCall, _ limit: Duration, _ now: MediaTime) -> Act {
        count += 1
        (awaited, deadline) = (count, now + limit)
        return .call(call, count)
    }

    /// A request: its response is known by a path that is agreed upon before.
    mutating func ask(_ member: String, _ arguments: [BusCall.Argument], _ options: [String: BusCall.Option], _ next: Phase, at now: MediaTime) -> Act
    {
        phase = next
        let word = "splitcast_\(mark)_\(count)"
        request = Request(path: PortalNames.path(of: "request", for: name, word), begunAt: now)
        (sign, nextSign) = (nil, now + patience.sign)
        let options = options.merging(["handle_token": .text(word)]) { $1 }
        return call(PortalNames.cast(member, arguments + [.options(options)]), patience.reply, now)
    }

    mutating func learned(_ traits: PortalTraits, from sender: String) { (self.traits, portal) = (traits, sender) }

    mutating func wait(for seconds: Duration?, at now: MediaTime) { deadline = seconds.map { now + $0 } }

    mutating func open() { (phase, request, sign, nextSign, deadline, awaited) = (.open, nil, nil, nil, nil, nil) }

    mutating func enter(_ phase: Phase) { self.phase = phase }

    mutating func fail(_ error: PortalError) -> [Act] {
        let acts = farewell()
        phase = .over
        return acts + [.failed(error)]
    }

    /// What is left open at the portal is closed: a dialog that stands there, a session.
    mutating func farewell() -> [Act] {
        var acts: [Act] = []
        if let request, phase != .open { acts.append(.tell(PortalNames.close(PortalNames.request, request.path))) }
        if !session.isEmpty { acts.append(.tell(PortalNames.close(PortalNames.session, session))) }
        (request, session, awaited, deadline, sign, nextSign) = (nil, "", nil, nil, nil, nil)
        return acts
    }

    private var overdue: PortalError {
        switch phase {
        case .greeting, .looking: .silentBus
        case .selecting where awaited == nil, .starting where awaited == nil:
            PortalError(
                .unanswered,
                "no one answered within \(Int(clamping: patience.user.inSeconds / 60)) minutes when the desktop asked whether it may share the screen"
            )
        default: .silent
        }
    }
}
