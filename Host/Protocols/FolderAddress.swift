/// A folder that HLS goes to, as users write it: `hls:/var/www/live`.
public enum FolderAddress {
    /// Before the path.
    public static let prefix = "hls:"

    /// The folder's `master.m3u8`, or the playlist that is named; `nil` for anything else.
    public static func playlist(of text: String) -> String? {
        guard text.hasPrefix(prefix) else { return nil }
        let path = text.dropFirst(prefix.count)
        guard !path.isEmpty, !path.lowercased().hasSuffix(".m3u8") else { return path.isEmpty ? nil : String(path) }
        return path + (path.hasSuffix("/") ? "" : "/") + "master.m3u8"
    }
}
