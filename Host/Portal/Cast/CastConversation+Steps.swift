import Platform

/// What follows from each answer.
extension CastConversation {
    /// A call was answered.
    mutating func took(_ values: [BusValue], from sender: String, at now: MediaTime) -> [Act] {
        switch phase {
        case .greeting:
            guard let name = values.first?.text, !name.isEmpty else { return fail(PortalError(.noBus, "the session bus gives no name")) }
            self.name = name
            let rules = PortalNames.rules(for: name).map { Act.subscribe($0) }
            return [.named(name)] + rules + [lookOrLearn(at: now)]
        case .looking:
            guard case .truth(true)? = values.first else { return fail(.desktopGone) }
            return [learn(at: now)]
        case .learning:
            let traits = PortalTraits(values.first?.entries ?? [:])
            guard traits.version > 0 else { return fail(.noScreenCast) }
            learned(traits, from: sender)
            return create(at: now)
        case .creating, .selecting, .starting:
            guard let path = values.first?.text, !path.isEmpty else { return fail(nonsense("a request without a handle")) }
            // Portals older than the agreement choose a path of their own.
            guard path != request?.path, request != nil else {
                wait(for: phase == .creating ? patience.reply : nil, at: now)
                return []
            }
            request?.path = path
            wait(for: phase == .creating ? patience.reply : nil, at: now)
            return [.subscribe("type='signal',sender='\(PortalNames.bus)',interface='\(PortalNames.request)',path='\(path)'")]
        case .idle, .open, .over: return []
        }
    }

    /// A request is done: 0 yes, 1 the user's no, 2 any other end.
    mutating func responded(_ code: Int, _ results: [String: BusValue], at now: MediaTime) -> [Act] {
        let (asked, begunAt) = (phase, request?.begunAt ?? now)
        request = nil
        guard code == 0 else { return turnedDown(code, after: now - begunAt, at: now) }
        switch asked {
        case .creating:
            guard let path = results["session_handle"]?.text, path.hasPrefix(PortalNames.object + "/session/") else {
                return fail(nonsense("a session without a handle"))
            }
            session = path
            return select(at: now)
        case .selecting: return [ask("Start", [.path(session), .text("")], [:], .starting, at: now)]
        case .starting: return start(results)
        case .idle, .greeting, .looking, .learning, .open, .over: return []
        }
    }

    // MARK: The steps

    private mutating func lookOrLearn(at now: MediaTime) -> Act {
        guard let missing else { return learn(at: now) }
        enter(.looking)
        return call(.bus("NameHasOwner", .text(missing)), patience.reply, now)
    }

    private mutating func learn(at now: MediaTime) -> Act {
        enter(.learning)
        return call(PortalNames.properties, patience.start, now)
    }

    mutating func create(at now: MediaTime) -> [Act] {
        guard let traits else { return [] }
        guard !traits.sources.isEmpty else { return fail(.sharesNothing) }
        guard !traits.sources.isDisjoint(with: choice.sources) else {
            let there = traits.sources.sorted().map(\.word).joined(separator: ", ")
            return fail(
                PortalError(
                    .noSuchSource,
                    "this desktop's portal shares no \(choice.sources.sorted().map(\.word).joined(separator: " or ")) (it shares: \(there))"))
        }
        return [
            ask("CreateSession", [], ["session_handle_token": .text("splitcast_\(mark)_\(failureWithToken == nil ? "a" : "b")")], .creating, at: now)
        ]
    }

    private mutating func select(at now: MediaTime) -> [Act] {
        guard let traits else { return [] }
        var options: [String: BusCall.Option] = [
            "types": .number(choice.sources.intersection(traits.sources).reduce(0) { $0 | $1.rawValue }), "multiple": .truth(false),
        ]
        cursor = traits.cursor(for: choice.cursor) ?? .hidden
        // The portal ends the session over a mode that it does not offer.
        if traits.cursors.contains(cursor) { options["cursor_mode"] = .number(cursor.portalBit) }
        if traits.canRestore, choice.isRestoring {
            options["persist_mode"] = .number(2)
            if let token { options["restore_token"] = .text(token) }
        }
        return [ask("SelectSources", [.path(session)], options, .selecting, at: now)]
    }

    private mutating func start(_ results: [String: BusValue]) -> [Act] {
        guard var stream = CastStream(results, cursor: cursor) else { return fail(nonsense("no stream")) }
        // xdg-desktop-portal-wlr 0.7 calls a monitor a window.
        if let source = stream.source, !choice.sources.contains(source) { stream.source = choice.sources.count == 1 ? choice.sources.first : nil }
        open()
        guard choice.isRestoring else { return [.opened(stream)] }
        // A token is good for one use: what is not replaced is spent.
        let event: RestoreEvent = results["restore_token"]?.text.flatMap { $0.isEmpty ? nil : .renewed($0) } ?? .notGiven
        return [.token(event), .opened(stream)]
    }

    // MARK: No

    private mutating func turnedDown(_ code: Int, after time: Duration, at now: MediaTime) -> [Act] {
        guard code == 1 else {
            return refused(
                PortalError(.failed, "the desktop's portal could not share the screen and gave no reason; its log may ('journalctl --user')"), at: now
            )
        }
        if isReturning, time < patience.reading { return fail(.desktopGone) }
        let error = PortalError(.cancelled, "sharing the screen was declined in the desktop's dialog")
        // The user was asked although there was a token: what it stood for is withdrawn.
        let isWithdrawn = token != nil && (phase == .selecting || phase == .starting)
        return (isWithdrawn ? [.token(.revoked)] : []) + fail(error)
    }

    /// An error of the bus or of the portal. With a token in play it is tried once more without: if that helps, the token was at
    /// fault, and if it does not, the token stays.
    mutating func refused(_ error: PortalError, at now: MediaTime) -> [Act] {
        guard mayDropToken, phase == .selecting || phase == .starting, token != nil, failureWithToken == nil else { return fail(error) }
        (failureWithToken, token) = (error, nil)
        let acts = farewell()
        return acts + create(at: now)
    }

    private func nonsense(_ what: String) -> PortalError {
        PortalError(.nonsense, "the desktop portal answered with \(what): it is broken, or too old")
    }
}
