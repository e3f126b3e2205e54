/// What viewers get, as `SessionStatus.state` names it.
public enum SessionPhase: String, CaseIterable, Sendable {
    case waiting, live, holding, slate, paused, stopping

    init(_ phase: Absence.Phase) {
        switch phase {
        case .waiting: self = .waiting
        case .live: self = .live
        case .holding: self = .holding
        case .slate, .hidden: self = .slate
        case .paused: self = .paused
        }
    }
}
