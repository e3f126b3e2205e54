/// What is known of a permission that is kept.
public enum RestoreState: String, Sendable, CaseIterable {
    /// The desktop gave it, and it has not been used since.
    case valid
    /// The desktop did not renew it: it keeps no permissions, or not this one.
    case stale
    /// The user withdrew it: was asked in spite of it, and said no.
    case revoked
}
