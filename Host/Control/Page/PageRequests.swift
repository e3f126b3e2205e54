import NIOCore
import NIOHTTP1
import Session

/// What the page answers while a session runs: the page, its status, its events and the live stream's files; nothing else.
struct PageRequests: PageContent {
    let access: PageAccess
    let session: any SessionControl
    /// The session's page directory; may come and go.
    let directory: String
    let otherUserText =
        "only the user who broadcasts may see this page; 'splitcast live --http-open' shows it to every user of this machine"

    func content(of request: HTTPRequestHead) -> PageResponse {
        let path = request.uri.prefix { $0 != "?" }
        switch path {
        case "/api/status": return json { try ControlJSON.encode(session.status()) }
        case "/api/events":
            return json { try ControlJSON.encode(session.events(since: PageAccess.parameter("since", of: request.uri).flatMap { Int($0) } ?? 0)) }
        case _ where path.hasPrefix("/live/"):
            guard let file = LiveFile(String(path.dropFirst("/live/".count))) else { return PageResponse(.notFound) }
            let caching = file.isPlaylist ? "no-cache" : "private, max-age=60"
            return PageResponse(.file(directory + "/" + file.name), type: file.contentType, caching: caching)
        default:
            guard let file = PageFile.at(String(path)) else { return PageResponse(.notFound) }
            return PageResponse(.bytes(ByteBuffer(bytes: file.bytes)), type: file.contentType, caching: "no-cache")
        }
    }

    private func json(_ encode: () throws -> some Sequence<UInt8>) -> PageResponse {
        do { return PageResponse(.bytes(ByteBuffer(bytes: try encode())), type: "application/json") } catch {
            return PageResponse(.internalServerError)
        }
    }
}
