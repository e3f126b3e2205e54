import AppGroup
import Platform

/// Which slate viewers may be shown next, so that it is painted before it is needed: for an absence, while the last picture is held.
/// A value.
struct SlateForecast: Sendable {
    /// What the picture was told of the live agent last.
    var presence: AgentPresence?
    /// The same of the other sources: where they alone are shown, the slate stands in for them.
    private var others: [SourceName: AgentPresence] = [:]
    /// A slate goes out before there was a picture.
    var isStandingIn = false
    /// The links carry no picture.
    var isStill = false
    /// The desktop is not to be seen.
    var isHidden = false
    private let isHeldForEver: Bool

    /// - Parameter holdTime: how long the last picture stays; `nil` for ever.
    init(holdTime: Duration?) { isHeldForEver = holdTime == nil }

    /// - Parameter presence: `nil` when the source is no more.
    mutating func note(_ presence: AgentPresence?, of source: SourceName) {
        if source == .screen { self.presence = presence } else { others[source] = presence }
    }

    private var isOtherAway: Bool {
        others.values.contains { presence in
            switch presence {
            case .paused, .withdrawn: true
            case .gone: !isHeldForEver
            case .present, .still: false
            }
        }
    }

    /// - Parameter phase: what viewers see now.
    func slate(after phase: Absence.Phase) -> Absence.Slate? {
        switch presence {
        case .paused: .pause
        case _ where isHidden: .absence
        case .withdrawn: .absence
        case .gone where !isHeldForEver || phase == .paused: .absence
        case .still where phase == .paused: .absence
        case nil where isStandingIn: .absence
        // What is shown has not come yet, and the screen is not shown.
        case .present where phase == .hidden: .absence
        case .gone, .present, .still, nil: isStill ? .network : isOtherAway ? .absence : nil
        }
    }
}
