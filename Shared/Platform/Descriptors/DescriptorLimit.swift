import CLinux

/// How many descriptors this process may have (`RLIMIT_NOFILE`).
public enum DescriptorLimit {
    /// As many as the system allows, 65536 at most: what strangers connect to must not take those that the work needs. Programs
    /// that are started have the limit as it was.
    public static func raise() { clinux_raise_descriptor_limit() }

    public static var current: Int { Int(clamping: clinux_descriptor_limit()) }
}
