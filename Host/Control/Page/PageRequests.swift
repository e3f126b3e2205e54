import NIOCore
import NIOHTTP1
import Session

/// What the page's browser is answered while a session runs: the page, its status, its events and the live stream's files; nothing else.
struct PageRequests {
    let session: any SessionControl
    /// The session's page directory; may come and go.
    let directory: String
    /// The page is for all.
    let isOpen: Bool

    func content(of request: HTTPRequestHead) -> PageResponse {
        let path = request.uri.prefix { $0 != "?" }
        switch path {
        case "/api/status": return json { try ControlJSON.encode(session.status()) }
        case "/api/events":
            guard let since = PageAccess.parameter("since", of: request.uri).map({ Int($0) }) ?? 0, since >= 0 else {
                return PageResponse(.badRequest, "\"since\" is the number of an event, such as 41; 0 for all that are kept")
            }
            return json { try ControlJSON.encode(session.events(since: since)) }
        case _ where path.hasPrefix("/live/"):
            guard let file = LiveFile(String(path.dropFirst("/live/".count))) else { return PageResponse(.notFound) }
            let caching = file.isPlaylist ? "no-cache" : "private, max-age=60"
            return PageResponse(.file(directory + "/" + file.name), type: file.contentType, caching: caching)
        case _ where path.hasPrefix("/ladder/"):
            guard let file = LiveFile(String(path.dropFirst("/ladder/".count))) else { return PageResponse(.notFound) }
            return ladder(file, request.uri, isForOtherSites: isOpen)
        default:
            guard let file = PageFile.at(String(path)) else { return PageResponse(.notFound) }
            return PageResponse(.bytes(ByteBuffer(bytes: file.bytes)), type: file.contentType, caching: "no-cache")
        }
    }

    /// What players ask of a ladder of low latency (RFC 8216bis, 6.2.5).
    private func ladder(_ file: LiveFile, _ uri: String, isForOtherSites: Bool) -> PageResponse {
        var request = LadderRequest(file.name)
        for (name, path) in [("_HLS_msn", \LadderRequest.number), ("_HLS_part", \LadderRequest.part)] {
            guard let text = PageAccess.parameter(name, of: uri) else { continue }
            guard let number = Int(text), number >= 0 else { return PageResponse(.badRequest, "\(name) is a number, from 0 on") }
            request[keyPath: path] = number
        }
        request.skips = ["YES", "v2"].contains(PageAccess.parameter("_HLS_skip", of: uri) ?? "")
        return PageResponse(pending: { [request, session] in
            let response = await answer(request, file, session)
            return isForOtherSites ? response.forOtherSites : response
        })
    }

    private func answer(_ request: LadderRequest, _ file: LiveFile, _ session: any SessionControl) async -> PageResponse {
        switch await session.ladder(request) {
        case .playlist(let text):
            return PageResponse(.bytes(ByteBuffer(string: text)), type: file.contentType, caching: "no-cache")
        case .part(let bytes): return PageResponse(.bytes(ByteBuffer(bytes: bytes)), type: file.contentType, caching: "private, max-age=60")
        case .file(let path):
            return PageResponse(.file(path), type: file.contentType, caching: file.isPlaylist ? "no-cache" : "private, max-age=60")
        case .unknown: return PageResponse(.notFound)
        case .refused: return PageResponse(.badRequest, "_HLS_msn is more than two segments away, or _HLS_part is without it")
        case .late: return PageResponse(.serviceUnavailable, "what was asked for has not come")
        }
    }

    private func json(_ encode: () throws -> some Sequence<UInt8>) -> PageResponse {
        do { return PageResponse(.bytes(ByteBuffer(bytes: try encode())), type: "application/json") } catch {
            return PageResponse(.internalServerError)
        }
    }
}
