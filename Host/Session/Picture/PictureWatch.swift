import Events

/// Tells what viewers see from one look at the picture's phase to the next. A value.
struct PictureWatch: Sendable {
    private var phase = Absence.Phase.waiting

    /// - Parameters:
    ///   - awaited: who may deliver next.
    ///   - isDesktopAway: nothing of the sources may be seen, whatever they deliver.
    mutating func changes(_ phase: Absence.Phase, _ awaited: PictureEvent.Awaited, isDesktopAway: Bool = false) -> PictureEvent? {
        defer { self.phase = phase }
        guard phase != self.phase else { return nil }
        switch phase {
        case .waiting: return nil
        // The first picture of all is told by its agent.
        case .live: return self.phase == .waiting ? nil : .back
        case .holding: return .holding(awaited)
        case .slate: return .slate(awaited)
        case .paused: return .paused
        // What the desktop hides is told by its cause.
        case .hidden: return isDesktopAway ? nil : .slate(.shownSource)
        }
    }
}
