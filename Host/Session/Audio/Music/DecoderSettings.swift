public import AppGroup

/// What holds the processes that decode music.
public struct DecoderSettings: Hashable, Sendable {
    /// Named in the name of its control group.
    public var group = GroupName.standard
    public var sandbox = AgentSandbox.strict
    /// libavformat and libavcodec take some 10 MiB, the index of an audio book or a large picture beside it more.
    public var memoryBytes = 128 << 20

    public init(group: GroupName = .standard, sandbox: AgentSandbox = .strict) { (self.group, self.sandbox) = (group, sandbox) }
}
