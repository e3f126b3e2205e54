/// A file of a talk that may be fetched: its own name, or a folder's and a name in it, of plain letters and with a known ending.
struct TalkFile: Hashable {
    private static let longestName = 120
    private static let types = [
        "m3u8": "application/vnd.apple.mpegurl", "ts": "video/mp2t", "m4s": "video/iso.segment", "mp4": "video/mp4", "cmfv": "video/mp4",
        "m4v": "video/mp4", "m4a": "audio/mp4", "cmfa": "audio/mp4", "aac": "audio/aac", "mp3": "audio/mpeg", "ac3": "audio/ac3", "ec3": "audio/eac3",
        "vtt": "text/vtt; charset=utf-8", "webvtt": "text/vtt; charset=utf-8", "bin": "application/octet-stream", "png": "image/png",
        "jpg": "image/jpeg",
    ]

    let path: String
    let contentType: String
    var isPlaylist: Bool { path.hasSuffix(".m3u8") }

    /// `nil` for whatever a talk cannot have: leading dots, percent signs, deeper folders, the manifest.
    init?(_ path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let name = parts.last, let dot = name.lastIndex(of: "."),
            let type = Self.types[String(name[name.index(after: dot)...])],
            parts.allSatisfy({ (1...Self.longestName).contains($0.utf8.count) && !$0.hasPrefix(".") && $0.utf8.allSatisfy(Self.isAllowed) })
        else { return nil }
        (self.path, contentType) = (path, type)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
