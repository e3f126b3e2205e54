/// What the control plane asks of the agents of a running session.
public enum AgentRequest: Hashable, Codable, Sendable {
    /// Start a new agent, switch to it at its first good frame, then stop the one that was live.
    case swap(backend: String, arguments: [String])
    /// Switch to an attached agent (a standby) likewise.
    case switchTo(agent: UInt32)
    /// Start an agent where none is live. Without a backend: the one that the session was started with.
    case start(backend: String?, arguments: [String])
    /// Stop an agent, and confirm it. Without an id: the live one.
    case stop(agent: UInt32?)
    /// Without an id: the live one.
    case pause(agent: UInt32?)
    /// Without an id: the one that is paused.
    case resume(agent: UInt32?)
}

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
