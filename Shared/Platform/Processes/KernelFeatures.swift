import CLinux

/// What this kernel offers of what agents confine themselves by. Any thread.
public enum KernelFeatures {
    /// Of Landlock; 0 where there is none.
    public static var landlockVersion: Int { Int(clinux_landlock_version()) }
}
