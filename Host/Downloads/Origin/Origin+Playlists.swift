public import HLS
public import Platform
import Protocols

extension Origin {
    /// A playlist with where it was found.
    public struct Found: Sendable {
        public var playlist: Playlist
        public var reply: Reply
        public var byteCount: Int
    }

    /// Gets a playlist.
    ///
    /// - Parameters:
    ///   - url: of a web server, a file, or `hls:FOLDER` as a broadcast is told where it goes.
    ///   - variables: of the master playlist that leads to it.
    /// - Throws: as `get` does; `.playlist` for what is none.
    @available(*, noasync)
    public func playlist(at url: String, variables: [String: String] = [:]) throws(DownloadError) -> Found {
        let url = FolderAddress.playlist(of: url) ?? url
        let found = try bytes(of: url, longest: PlaylistLimits.mostBytes)
        do throws(HLSError) {
            let context = PlaylistContext(variables: variables, query: URIReference.query(of: url))
            return Found(playlist: try Playlist(parsing: found.bytes, context), reply: found.reply, byteCount: found.bytes.count)
        } catch { throw DownloadError(.playlist, MaskedAddress(url).description, from: error) }
    }

    /// The segments of a variant or rendition.
    @available(*, noasync)
    public func mediaPlaylist(at url: String, variables: [String: String] = [:]) throws(DownloadError) -> (playlist: MediaPlaylist, reply: Reply) {
        let found = try playlist(at: url, variables: variables)
        guard case .media(let playlist) = found.playlist else {
            throw DownloadError(
                .playlist, "\(MaskedAddress(url)): a master playlist stands where segments should be: playlists do not lead to others without end")
        }
        return (playlist, found.reply)
    }
}
