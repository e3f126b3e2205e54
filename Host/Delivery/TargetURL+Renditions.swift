/// Playlists, and those of their renditions beside them.
extension TargetURL {
    /// Whether it is an HLS playlist, in a folder or on a web server.
    public var isPlaylist: Bool {
        switch kind {
        case .hls, .httpHLS: true
        case .rtmp, .srt, .udp, .file: false
        }
    }

    /// Of a playlist, its name without its ending.
    package var playlistStem: String? {
        guard let end = stemEnd else { return nil }
        let start = text[..<end].lastIndex { "/=&".contains($0) && (kind != .hls || $0 == "/") }
        return String(text[(start.map { text.index(after: $0) } ?? text.startIndex)..<end])
    }

    /// The playlist of a rendition: `live.m3u8` has `live-720p.m3u8`.
    ///
    /// - Throws: `.badURL` for what is no playlist.
    public func rendition(_ name: String) throws(DeliveryError) -> TargetURL {
        guard let end = stemEnd else { throw DeliveryError(.badURL, "\(self) is no playlist, and has no renditions") }
        return try TargetURL(parsing: text[..<end] + "-\(name)" + text[end...])
    }

    private var stemEnd: String.Index? {
        guard isPlaylist else { return nil }
        let question = kind == .hls ? text.endIndex : text.firstIndex(of: "?") ?? text.endIndex
        // The name may stand in the query, at its end.
        let limit = text[..<question].lowercased().hasSuffix(Self.playlistEnding) ? question : text.endIndex
        return text.index(limit, offsetBy: -Self.playlistEnding.count, limitedBy: text.startIndex)
    }

    private static let playlistEnding = ".m3u8"
}
