/// How much an agent forbids itself. Raw values are those of `--sandbox`.
public enum SandboxMode: String, Sendable, CaseIterable {
    /// Whatever capturing does not need is refused.
    case strict
    /// Whatever capturing does not need is written to the kernel's log, and carried out.
    case permissive
    case off
}
