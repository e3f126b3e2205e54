import CLibAV

/// Which library writes containers.
public enum MuxerIdentity {
    /// As libavformat names itself in what it writes, such as "Lavf59.27.100".
    public static var text: String {
        let version = avformat_version()
        return "Lavf\(version >> 16).\(version >> 8 & 0xFF).\(version & 0xFF)"
    }
}
