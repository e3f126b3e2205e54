public import AgentProtocol

/// What a backend says of its screen, for people: the host tells it, or who started the agent by hand reads it.
public struct Remark: Hashable, Sendable {
    public let subject: AgentRemark.Subject
    /// One line; at most 255 bytes are sent.
    public let text: String

    public init(_ subject: AgentRemark.Subject, _ text: String) { (self.subject, self.text) = (subject, text) }
}
