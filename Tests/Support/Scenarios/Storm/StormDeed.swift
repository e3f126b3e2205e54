public import Platform

/// Something that was done to a broadcast, with its times.
public struct StormDeed: Hashable, Sendable {
    public let kind: StormPlan.Kind
    /// What was live, or was swapped to.
    public let backend: StormPlan.Backend
    public let start: MediaTime
    /// When its cause was gone: the server was back and showed, played or listened. That of a kill is gone at once.
    public let back: MediaTime
    /// When it was seen to be over: another agent delivered, the microphone was heard. `nil` when that never was.
    public let end: MediaTime?

    /// How long the server was away.
    public var outage: Duration { back - start }
}
