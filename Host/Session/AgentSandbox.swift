/// What an agent that the host starts is held to once it is set up.
public enum AgentSandbox: String, CaseIterable, Hashable, Sendable {
    /// A call outside what capturing needs is refused (EPERM); files and the network are refused by Landlock too.
    case strict
    /// Such a call is logged by the kernel, and let through.
    case permissive
    case off

    /// As the command line and the agents spell it.
    public var word: String { rawValue }
}
