/// What an HLS address leads to (RFC 8216bis, section 4.1).
public enum Playlist: Hashable, Sendable {
    case master(MasterPlaylist)
    case media(MediaPlaylist)

    /// Reads it: with or without a byte order mark, lines ended by LF or CR LF. Tags that are not known are kept and mean nothing.
    ///
    /// - Throws: `.notAPlaylist`, `.notText`, `.tooLarge`, `.malformed`, `.wrongKind` or `.undefinedVariable`. Nothing traps, whatever the bytes.
    public init(parsing bytes: [UInt8], _ context: PlaylistContext = PlaylistContext()) throws(HLSError) {
        self = try PlaylistParser.parse(bytes, context)
    }

    public var text: String {
        switch self {
        case .master(let playlist): playlist.text
        case .media(let playlist): playlist.text
        }
    }

    public var unknownTags: [String] {
        switch self {
        case .master(let playlist): playlist.unknownTags
        case .media(let playlist): playlist.unknownTags
        }
    }
}
