import NIOCore
import NIOHTTP1
import Session

/// What is answered to which request: reading ones only, and nothing but the page, its status, its events and the live stream's files.
struct PageRequests: Sendable {
    let access: PageAccess
    let session: any SessionControl
    /// The session's page directory; may come and go.
    let directory: String

    /// - Parameter isOwner: whether the connection is the broadcasting user's own, from this machine.
    func response(to request: HTTPRequestHead, byOwner isOwner: Bool) -> PageResponse {
        guard request.method == .GET || request.method == .HEAD else { return PageResponse(.methodNotAllowed, "", ["Allow": "GET, HEAD"]) }
        switch access.verdict(on: request, byOwner: isOwner) {
        case .allowed: return content(of: request)
        case .introduced: return introduced(request)
        case .foreignName: return PageResponse(.misdirectedRequest, "this page is not known by that name: use the address that splitcast printed")
        case .foreignPage: return PageResponse(.forbidden, "another page may not read this one")
        case .otherUser:
            return PageResponse(
                .forbidden, "only the user who broadcasts may see this page; 'splitcast live --http-open' shows it to every user of this machine")
        case .withoutToken:
            return PageResponse(
                .unauthorized, "this page needs its token: use the whole address that splitcast printed ('splitcast status' prints it again)",
                ["WWW-Authenticate": "Bearer"])
        }
    }

    /// The cookie goes to no other site; the page itself is asked for again without the token, which would stay in the browser's history.
    private func introduced(_ request: HTTPRequestHead) -> PageResponse {
        let response = request.uri.hasPrefix("/?") ? PageResponse(.seeOther, "", ["Location": "/"]) : content(of: request)
        guard let token = access.token else { return response }
        return response.adding(["Set-Cookie": "\(access.cookie)=\(token); Path=/; HttpOnly; SameSite=Strict"])
    }

    private func content(of request: HTTPRequestHead) -> PageResponse {
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
