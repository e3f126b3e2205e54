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
        case .gone, .present, nil: if line.order?.isStill == true { slates.prepare(.network, size: size) }
        }
    }
}
