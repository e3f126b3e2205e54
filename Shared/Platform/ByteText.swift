/// Numbers of bytes as people read them.
public enum ByteText {
    /// `180 MB`: in steps of a thousand (ISO 80000-13 keeps these letters for them), rounded down.
    public static func of(_ bytes: Int) -> String {
        bytes >= 10_000_000_000 ? "\(bytes / 1_000_000_000) GB" : bytes >= 1_000_000 ? "\(bytes / 1_000_000) MB" : "\(bytes / 1000) kB"
    }
}
