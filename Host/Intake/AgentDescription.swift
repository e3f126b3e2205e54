public import AppGroup
public import Platform

/// Who an agent is, as it said in its greeting and as the kernel says.
public struct AgentDescription: Hashable, Sendable {
    /// Names this attachment; never reused while the host runs.
    public let generation: UInt32
    /// From the kernel (SO_PEERCRED), not from the agent.
    public let processID: Int32
    public let backend: String
    public let screen: String
    /// For which source it came, or was put since.
    public internal(set) var place: String
    /// It asked to wait behind a live agent, or was told to.
    public internal(set) var isStandby: Bool
    /// It has no screen of its own: it captures what `Intake.give` hands it, and waits for that.
    public let wantsCast: Bool
    /// What the agent says it needs.
    public let needKiB: UInt32
    public let attachedAt: MediaTime
    /// Its process is a child of this one.
    public internal(set) var isChild = false

    /// The same agent for another source.
    public func placed(at source: SourceName) -> AgentDescription {
        var other = self
        other.place = source.text
        return other
    }
}
