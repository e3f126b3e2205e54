/// What holds an agent's memory, in the order in which it is tried.
public enum MemoryKind: String, Sendable, CaseIterable {
    case cgroupV2 = "cgroup v2"
    case cgroupV1 = "cgroup v1"
    case systemdScope = "systemd scope"
    case resourceLimits = "resource limits"
    case nothing = "no limit"

    /// As `agents` shows it.
    public var word: String { rawValue }
}
