import AgentProtocol

/// How an agent's connection ended. Who gave the reason is the case, never the text: an agent may write any text.
public enum Departure: Hashable, Sendable {
    /// The connection was closed, and the agent had given no reason.
    case connectionClosed
    /// The agent's own last message; may be empty.
    case said(String)
    /// The host ended the connection; the text says why.
    case dropped(String)

    /// For people.
    public var text: String {
        switch self {
        case .connectionClosed: "the process went away"
        case .said(let text), .dropped(let text): text
        }
    }
}

/// Why an agent's connection ends, and who says so.
struct AgentEnding: Hashable, Sendable {
    let reason: EndReason
    let departure: Departure

    init(_ reason: EndReason, _ departure: Departure) { (self.reason, self.departure) = (reason, departure) }

    static let connectionClosed = AgentEnding(.closed, .connectionClosed)
}
