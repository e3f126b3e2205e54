import NIOCore
import NIOHTTP1

/// What is answered while a talk is played: a page with a player, what it is called, and its files.
struct TalkRequests: PageContent {
    private struct Facts: Encodable {
        var title: String
        /// Addresses.
        var playlist: String
        var artwork: String?
    }

    let access: PageAccess
    let talk: TalkPage
    let otherUserText = "only the user who plays this talk may see it"

    func content(of request: HTTPRequestHead, from peer: PagePeer) -> PageResponse {
        let path = String(request.uri.prefix { $0 != "?" })
        switch path {
        case "/", "/index.html": return PageResponse(.bytes(ByteBuffer(bytes: PackageResources.talk_html)), type: "text/html; charset=utf-8")
        case "/talk.js": return PageResponse(.bytes(ByteBuffer(bytes: PackageResources.talk_js)), type: "text/javascript; charset=utf-8")
        case "/talkparts.js":
            return PageResponse(.bytes(ByteBuffer(bytes: PackageResources.talkparts_js)), type: "text/javascript; charset=utf-8")
        case "/api/talk":
            let facts = Facts(title: talk.title, playlist: "/talk/" + talk.playlist, artwork: talk.artwork.map { "/talk/" + $0 })
            do { return PageResponse(.bytes(ByteBuffer(bytes: try ControlJSON.encode(facts))), type: "application/json") } catch {
                return PageResponse(.internalServerError)
            }
        case _ where path.hasPrefix("/talk/"):
            guard let file = TalkFile(String(path.dropFirst("/talk/".count))) else { return PageResponse(.notFound) }
            if file.isPlaylist { return playlist(file) }
            return PageResponse(.file(talk.folder + "/" + file.path), type: file.contentType, caching: "private, max-age=3600")
        default:
            guard ["/page.css", "/icon.svg", "/playlist.js"].contains(path), let file = PageFile.at(path) else { return PageResponse(.notFound) }
            return PageResponse(.bytes(ByteBuffer(bytes: file.bytes)), type: file.contentType, caching: "no-cache")
        }
    }

    /// Of what is there: a track whose fetch was broken off ends where it does.
    private func playlist(_ file: TalkFile) -> PageResponse {
        guard let opened = OpenedFile(talk.folder + "/" + file.path) else { return PageResponse(.notFound) }
        var (text, left) = (ByteBuffer(), min(opened.size, 64 << 20))
        while left > 0 {
            var piece = opened.read(atMost: min(left, 1 << 20))
            guard piece.readableBytes > 0 else { break }
            left -= piece.readableBytes
            text.writeBuffer(&piece)
        }
        let lines = String(buffer: text)
        if lines.contains("#EXT-X-TARGETDURATION"), !lines.contains("#EXT-X-ENDLIST") {
            // A line that is not whole is none.
            let whole = lines.lastIndex(of: "\n").map { String(lines[...$0]) } ?? ""
            text = ByteBuffer(string: whole + "#EXT-X-ENDLIST\n")
        }
        return PageResponse(.bytes(text), type: file.contentType, caching: "no-cache")
    }
}
