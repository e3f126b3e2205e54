extension MemoryKind {
    /// What holds the memory of agents on this machine. The first time up to 2 s, where systemd has to be asked.
    @available(*, noasync)
    public static var here: MemoryKind { CgroupManager.shared.kinds.first ?? .nothing }
}
