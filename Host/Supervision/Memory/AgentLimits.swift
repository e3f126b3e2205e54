/// What an agent may use. A value.
public struct AgentLimits: Hashable, Sendable {
    /// 16 MiB; agents of screens are known to work in half of it.
    public static let standard = AgentLimits(memoryBytes: 16 << 20)

    /// 64 MiB, for agents that decode: nine pictures of 1080p and what they need themselves.
    public static let decoding = AgentLimits(memoryBytes: 64 << 20)

    /// Most memory that counts (see `AgentMemory`); `nil`: no limit.
    public var memoryBytes: Int?

    public init(memoryBytes: Int?) { self.memoryBytes = memoryBytes }

    /// The least limit that is accepted: our agents run in it from their first instruction on, whatever the size of the screen.
    ///
    /// Measured at 1080p, Debian 12: in a group they start and run in 1.5 MiB and are ended in 1.25 MiB. Resource limits
    /// count memory that is only reserved, too: they hold 3.2 MiB of it (half a MiB is the stacks of two threads), run in 4
    /// MiB and cannot start in 3 MiB.
    public static func smallestBytes(_ kind: MemoryKind) -> Int {
        switch kind {
        case .cgroupV1, .cgroupV2, .systemdScope: 4 << 20
        case .resourceLimits: 5 << 20
        case .nothing: 0
        }
    }

    /// Why nothing can work under this limit; `nil` when it can.
    public func refusal(_ kind: MemoryKind) -> String? {
        guard let memoryBytes, memoryBytes < Self.smallestBytes(kind) else { return nil }
        let (smallest, standard) = (AgentLimits(memoryBytes: Self.smallestBytes(kind)), Self.standard)
        return "an agent cannot work in \(words): --agent-memory takes \(smallest.words) or more (\(standard.words) unless given)"
    }

    /// As in "16 MiB".
    public var words: String {
        guard let memoryBytes else { return "no limit" }
        if memoryBytes % (1 << 20) == 0 { return "\(memoryBytes >> 20) MiB" }
        return memoryBytes % 1024 == 0 ? "\(memoryBytes >> 10) KiB" : "\(memoryBytes) bytes"
    }

    /// RLIMIT_STACK in `resourceLimits`: each thread's stack takes this much of RLIMIT_DATA, touched or not.
    static let stackBytes = 256 * 1024
}
