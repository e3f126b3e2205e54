import AgentProtocol
import AppGroup

/// An agent between the two threads of the intake: what the hand-off thread made for it.
final class AttachedAgent: Sendable {
    let description: AgentDescription
    let feed: SourceFeed
    /// Used by the intake thread alone once it has been told of the agent.
    let channel: ChannelServer

    init(description: AgentDescription, feed: SourceFeed, channel: ChannelServer) {
        (self.description, self.feed, self.channel) = (description, feed, channel)
    }

    /// The same agent for another source.
    func placed(at feed: SourceFeed) -> AttachedAgent {
        AttachedAgent(description: description.placed(at: feed.name), feed: feed, channel: channel)
    }
}

/// What the hand-off thread tells the intake thread, in order.
enum HandoffEvent: Sendable {
    case attached(AttachedAgent)
    case memory(generation: UInt32, number: UInt32, HostLoans)
    /// The agent asked for other memory, for which there is no room before this is gone.
    case withdrawn(generation: UInt32)
    /// The connection ended.
    case gone(generation: UInt32, AgentEnding)
}
