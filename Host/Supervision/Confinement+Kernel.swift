public import AgentProtocol

extension Confinement {
    /// What really holds a process: its own word, where the kernel does not say otherwise (proc(5), /proc/PID/status has
    /// `NoNewPrivs` and `Seccomp`; Landlock shows nowhere). Any thread.
    ///
    /// - Parameters:
    ///   - claimed: what the agent says.
    ///   - processID: one that is gone holds to nothing.
    public init(claimed: Confinement, of processID: Int32) {
        guard let status = KernelFile.text("/proc/\(processID)/status") else {
            self = []
            return
        }
        let hasFilter = KernelFile.value("Seccomp", in: status) == 2
        self = claimed.subtracting([.noNewPrivileges, .filteredCalls])
        if KernelFile.value("NoNewPrivs", in: status) == 1 { insert(.noNewPrivileges) }
        // A filter that others set (a container's) says nothing about capture.
        if hasFilter, claimed.contains(.filteredCalls) { insert(.filteredCalls) }
    }
}
