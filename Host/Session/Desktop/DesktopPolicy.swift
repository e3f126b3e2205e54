public import Portal

/// What viewers get while a desktop is not to be seen by its own user, from little to much. Raw values are what users and programs read.
public enum DesktopPolicy: String, Hashable, Comparable, Sendable, CaseIterable {
    /// What is captured, as always: it is told, and nothing else.
    case show
    /// The slate, or the clip in its place.
    case slate
    /// No picture at all.
    case audio
    /// The broadcast ends.
    case stop

    public static func < (left: DesktopPolicy, right: DesktopPolicy) -> Bool {
        allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
    }
}

/// What viewers get for each cause. A value.
public struct DesktopPolicies: Hashable, Sendable {
    private var policies: [DesktopCause: DesktopPolicy]

    /// What a user leaves behind is hidden; a display that saves power alone hides nothing.
    public init() { policies = [.locked: .slate, .switched: .slate, .displayOff: .show, .sleep: .slate] }

    public subscript(cause: DesktopCause) -> DesktopPolicy {
        get { policies[cause] ?? .slate }
        set { policies[cause] = newValue }
    }

    /// Of several causes the strictest counts.
    func policy(for causes: Set<DesktopCause>) -> DesktopPolicy { causes.map { self[$0] }.max() ?? .show }
}
