/// A line that the desktop shows its user for some seconds.
public struct DesktopNotification: Hashable, Sendable {
    /// What it is about: one takes the place of an earlier one of the same subject.
    public let subject: String
    public let summary: String
    public let body: String
    /// Stays until the user has seen it.
    public let isUrgent: Bool

    /// - Parameter body: as it is; what the desktop would take for markup is made plain.
    public init(_ subject: String, _ summary: String, _ body: String, isUrgent: Bool = false) {
        (self.subject, self.summary, self.isUrgent) = (subject, summary, isUrgent)
        self.body = body.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
