/// What became of the permission that is kept for the next time.
enum RestoreEvent: Hashable, Sendable {
    /// There is a new token; the old one is spent.
    case renewed(String)
    /// The desktop shared and gave none: it keeps no permissions, or the user did not want it to.
    case notGiven
    /// The user was asked in spite of the token, and said no.
    case revoked
}
