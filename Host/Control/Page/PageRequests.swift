import NIOCore
import NIOHTTP1
import Session

/// What is answered to which request: reading ones only, and nothing but the page, its status, its events and the live stream's files.
struct PageRequests: Sendable {
    /// Names under which the page may be asked for; `nil` allows any.
    ///
    /// A foreign page whose name was made to point at 127.0.0.1 (DNS rebinding) would otherwise read the stream.
    let names: Set<String>?
    let session: any SessionControl
    /// The session's page directory; may come and go.
    let directory: String

    init(at address: PageAddress, showing session: any SessionControl, directory: String) {
        names = address.isLoopback ? ["localhost", "127.0.0.1", "::1", address.host.lowercased()] : nil
        (self.session, self.directory) = (session, directory)
    }

    func response(to request: HTTPRequestHead) -> PageResponse {
        guard request.method == .GET || request.method == .HEAD else { return PageResponse(.methodNotAllowed, ["Allow": "GET, HEAD"]) }
        if let names, !names.contains(Self.name(of: request.headers.first(name: "Host") ?? "")) { return PageResponse(.misdirectedRequest) }
        let path = request.uri.prefix { $0 != "?" }
        let query = request.uri.dropFirst(path.count + 1)
        switch path {
        case "/api/status": return json { try ControlJSON.encode(session.status()) }
        case "/api/events": return json { try ControlJSON.encode(session.events(since: Self.number("since", in: query) ?? 0)) }
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

    /// The name in a Host header, without port and brackets.
    static func name(of authority: String) -> String {
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") { return String(authority[..<end].dropFirst()).lowercased() }
        return String(authority.prefix { $0 != ":" }).lowercased()
    }

    private static func number(_ name: String, in query: Substring) -> Int? {
        query.split(separator: "&").first { $0.hasPrefix(name + "=") }.flatMap { Int($0.dropFirst(name.count + 1)) }
    }
}
