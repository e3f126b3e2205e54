/// What the desktop tells its user of. Raw values are what users type.
public enum NotificationTopic: String, Hashable, Sendable, CaseIterable {
    /// Someone speaks into a muted microphone.
    case muted
    /// A target is lost, is back, or has ended for good.
    case targets
    /// A recording's disk is nearly full, or full.
    case disk
}
