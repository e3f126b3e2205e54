import Platform

/// What viewers see while no agent delivers.
extension Session {
    /// Tells the picture that the live agent has come, is paused, or is gone. To be called on the session's thread, once for
    /// each of these; `.present` again ends a pause.
    @available(*, noasync)
    func tell(_ presence: AgentPresence, _ line: inout Broadcast) {
        // The agents of a session that ends leave too: its last picture is theirs.
        guard line.end == nil else { return }
        line.presence = presence
        prepareSlate(line)
        encode.tell(presence)
    }

    /// Has the slate painted that may be shown next: for an absence, while the last picture is held.
    @available(*, noasync)
    func prepareSlate(_ line: Broadcast) {
        guard let size = shown.withLock({ $0.canvas }) else { return }
        switch line.presence {
        case .paused: slates.prepare(.pause, size: size)
        case .gone where configuration.holdTime != nil || encode.phase == .paused: slates.prepare(.absence, size: size)
        case nil where line.isStandingIn: slates.prepare(.absence, size: size)
        case .gone, .present, nil: if line.order?.isStill == true { slates.prepare(.network, size: size) }
        }
    }

    /// A screen that stands still may send no picture for minutes, not even a first one: the broadcast begins with the slate.
    @available(*, noasync)
    func standIn(_ line: inout Broadcast) {
        guard !line.hasBeenLive, !line.isStandingIn else { return }
        let still = intake?.agents.first { $0.phase == .started && $0.frames == 0 && $0.geometry != nil }
        guard let still, let geometry = still.geometry else { return line.stillSince = nil }
        let since = line.stillSince ?? .now()
        line.stillSince = since
        guard .now() - since >= .seconds(1) else { return }
        line.isStandingIn = true
        log.info("agent \(still.description.generation)'s screen stands still and has shown nothing yet: viewers see the slate until it does")
        encode.standIn(for: still.orientation.upright(geometry.size))
        prepareSlate(line)
    }
}
