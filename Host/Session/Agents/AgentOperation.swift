/// How far an `AgentRequest` has come. It is done when what was asked for has happened and was confirmed.
public struct AgentOperation: Hashable, Codable, Sendable {
    public enum State: String, Codable, Sendable { case running, done, failed }

    public var id: Int
    public var state: State
    /// Of a failure: why, and the remedy. Of what is running or done: one line about it.
    public var message: String
    /// The agent it ended with, once that is known.
    public var agent: UInt32?
    /// From the request to its end, or to now.
    public var milliseconds: Double

    public init(id: Int, state: State, message: String, agent: UInt32?, milliseconds: Double) {
        (self.id, self.state, self.message, self.agent, self.milliseconds) = (id, state, message, agent, milliseconds)
    }
}
