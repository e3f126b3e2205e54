import CSandbox

/// What a process beside the agent does, and so what it forbids itself before it does it.
public enum HelperDuty: Sendable {
    /// It reads what is open, and answers: all is forbidden that is to the agent.
    case decoding
    /// It has the network. It starts nothing, and reads no file but the system's certificates and resolver's settings.
    /// - Parameter usesLocalSockets: it may ask services of this machine, as those that find names in the local network.
    case fetching(usesLocalSockets: Bool)

    /// For the process that calls it, for good. What this kernel refuses is left out: of the agent itself, it is reported.
    func confine(_ mode: SandboxMode) {
        guard mode != .off else { return }
        _ = csandbox_no_new_privileges()
        let onlyLogs: Int32 = mode == .permissive ? 1 : 0
        switch self {
        case .decoding:
            _ = csandbox_know_threads()
            if mode == .strict { _ = csandbox_landlock() }
            _ = csandbox_filter(onlyLogs)
        case .fetching(let usesLocalSockets):
            guard mode == .strict else { return }
            _ = csandbox_landlock_fetching()
            _ = csandbox_filter_fetching(usesLocalSockets ? 1 : 0)
        }
    }
}
