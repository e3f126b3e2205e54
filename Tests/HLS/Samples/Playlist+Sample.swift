@testable import HLS

extension Playlist {
    init(_ text: String, _ context: PlaylistContext = PlaylistContext()) throws(HLSError) { try self.init(parsing: Array(text.utf8), context) }
}

extension MasterPlaylist {
    init(_ text: String, _ context: PlaylistContext = PlaylistContext(query: ["token": "T"])) throws {
        guard case .master(let playlist) = try Playlist(text, context) else { throw HLSError(.wrongKind, "no master playlist") }
        self = playlist
    }
}

extension MediaPlaylist {
    init(_ text: String, _ context: PlaylistContext = PlaylistContext()) throws {
        guard case .media(let playlist) = try Playlist(text, context) else { throw HLSError(.wrongKind, "no media playlist") }
        self = playlist
    }
}
