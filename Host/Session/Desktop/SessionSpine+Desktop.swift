import Events
import Intake
import Platform
import Portal

/// What viewers get while the desktop is not to be seen by its own user.
extension SessionSpine {
    /// - Parameter agents: those that are attached: the live ones may know that their display is off.
    mutating func followDesktop(_ agents: [AgentSnapshot]) {
        guard session.intake != nil else { return }
        let isDark = agents.contains { $0.isLive && !$0.isDisplayOn }
        let causes = isDark ? toldCauses.union([.displayOff]) : toldCauses
        if causes != desktopCauses { followDesktop(causes) }
    }

    /// - Parameter causes: all that hold now.
    private mutating func followDesktop(_ causes: Set<DesktopCause>) {
        let (before, policies) = (desktopCauses, session.configuration.desktopPolicies)
        desktopCauses = causes
        for cause in DesktopCause.allCases where before.contains(cause) != causes.contains(cause) {
            let isAway = causes.contains(cause)
            session.journal.note(.picture(.desktop(cause: cause.rawValue, words: cause.words, isAway: isAway, shows: policies[cause].rawValue)))
        }
        let policy = policies.policy(for: causes)
        slate.isHidden = policy >= .slate
        if slate.isHidden { prepareSlate() }
        session.picture.hide(slate.isHidden)
        followDark()
        let status =
            causes.isEmpty
            ? nil : SessionStatus.Desktop(causes: DesktopCause.allCases.filter(causes.contains).map(\.rawValue), shows: policy.rawValue)
        session.shown.withLock { $0.desktop = status }
        if policy == .stop { finish(.finished) }
    }

    /// No picture goes out where one of the reasons for that holds.
    func followDark() {
        let isDark =
            loss.rung == .audio || loss.rung == .stop || session.configuration.desktopPolicies.policy(for: desktopCauses) >= .audio
        session.picture.canvas.setDark(isDark)
    }
}

extension SessionStatus {
    /// The desktop is not to be seen by its own user.
    public struct Desktop: Codable, Sendable {
        /// `locked`, `switched`, `display-off` and `sleep`, those that hold.
        public var causes: [String]
        /// What viewers get for that: `show`, `slate`, `audio` or `stop`.
        public var shows: String
    }
}

extension SessionStatus {
    /// What the machine is kept from while the broadcast runs.
    public struct Inhibition: Codable, Sendable {
        /// `sleep` and `idle`, those that are held.
        public var held: [String]
        /// Why another one is not; empty where none is missing.
        public var problem: String

        init(_ inhibition: Portal.Inhibition) {
            held = InhibitedAction.allCases.filter(inhibition.held.contains).map(\.rawValue)
            problem = inhibition.problem
        }
    }
}
