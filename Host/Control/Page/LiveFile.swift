/// A file of the live stream that the page may fetch: a plain name with a known ending, nothing else.
struct LiveFile: Hashable {
    private static let longestName = 64
    private static let types = [
        "m3u8": "application/vnd.apple.mpegurl", "ts": "video/mp2t", "m4s": "video/iso.segment", "mp4": "video/mp4",
    ]

    let name: String
    let contentType: String
    /// Playlists change all the time, segments never do.
    var isPlaylist: Bool { name.hasSuffix(".m3u8") }

    /// `nil` for any name that the stream cannot have: with a slash, a leading dot, a percent sign, another ending.
    init?(_ name: String) {
        guard (1...Self.longestName).contains(name.utf8.count), !name.hasPrefix("."), name.utf8.allSatisfy(Self.isAllowed),
            let dot = name.lastIndex(of: "."), let type = Self.types[String(name[name.index(after: dot)...])]
        else { return nil }
        self.name = name
        contentType = type
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
