import NIOCore
import NIOHTTP1
import Platform
import Session

/// What the built-in server answers while a session runs: the page with its files, and the API for programs (Shared/API.md).
struct HostRequests: PageContent {
    static let statusPath = "/api/v1/status"
    static let eventsPath = "/api/v1/events"
    static let requestsPath = "/api/v1/requests/"

    static let livePath = "/live/stream.mp4"

    let access: PageAccess
    let page: PageRequests

    /// A ladder is for players, wherever they are, if the page is for all.
    func isForOtherSites(_ request: HTTPRequestHead) -> Bool { page.isOpen && request.uri.hasPrefix("/ladder/") }

    private let session: any SessionControl
    private let snapshots: StatusSnapshots
    private let usage: APIUsage
    /// Of those who watch live.
    private let viewers: APIUsage
    let otherUserText =
        "only the user who broadcasts may see this page; 'splitcast live --http-open' shows it to every user of this machine, and programs "
        + "may give the token that is in the group's directory"

    init(_ access: PageAccess, _ limits: PageLimits, page: PageRequests) {
        (self.access, self.page, session) = (access, page, page.session)
        (snapshots, usage) = (StatusSnapshots(page.session), APIUsage(mostStreams: limits.mostStreams))
        viewers = APIUsage(mostStreams: limits.mostViewers)
    }

    var pageForControl: String { PageFile.cockpitPath }
    func isForControl(_ request: HTTPRequestHead) -> Bool { Self.path(of: request) == PageFile.cockpitPath }

    // MARK: Reading

    func content(of request: HTTPRequestHead, from peer: PagePeer) -> PageResponse {
        switch Self.path(of: request) {
        case Self.statusPath: return status(request)
        case Self.eventsPath: return events(request, from: peer)
        case "/openapi.json":
            // One for all: who reads slowly holds no copy.
            return PageResponse(.bytes(OpenAPI.document), type: "application/json", caching: "no-cache")
        case "/metrics": return metrics()
        case Self.livePath: return live(request, from: peer)
        case let path where path.hasPrefix(Problem.path):
            guard let code = ControlReply.Refusal.Code(rawValue: String(path.dropFirst(Problem.path.count))) else { return missing(request) }
            return PageResponse(.bytes(ByteBuffer(string: code.title + "\n")), type: "text/plain; charset=utf-8", caching: "no-cache")
        case let path where path.hasPrefix("/api/v1/"): return missing(request)
        default: return page.content(of: request)
        }
    }

    /// For what starts and watches programs, which has no token: that it answers, and whether pictures go out. Nothing else is said.
    func publicContent(of request: HTTPRequestHead) -> PageResponse? {
        switch Self.path(of: request) {
        case "/healthz": return Self.health(.ok, "ok")
        case "/readyz":
            guard let state = try? snapshots.newest().status.state else { return Self.health(.serviceUnavailable, "unknown") }  // it encodes
            let isReady = ![SessionPhase.waiting, .stopping].map(\.rawValue).contains(state)
            return Self.health(isReady ? .ok : .serviceUnavailable, state)
        default: return nil
        }
    }

    private static func health(_ status: HTTPResponseStatus, _ text: String) -> PageResponse {
        PageResponse(status, .bytes(ByteBuffer(string: text + "\n")), type: "text/plain; charset=utf-8")
    }

    private func status(_ request: HTTPRequestHead) -> PageResponse {
        guard let newest = try? snapshots.newest() else { return PageResponse(.internalServerError) }  // numbers and text encode
        let headers: HTTPHeaders = ["ETag": newest.tag]
        // The comparison is the weak one (RFC 9110, 13.1.2), in which W/ does not count.
        let known: [Substring] = request.headers["If-None-Match"].flatMap { $0.split(separator: "," as Character) }
        let own = newest.tag.dropFirst(2)
        let isKnown = known.contains { (entry: Substring) in
            let tag = entry.split(separator: " ").first ?? ""
            return tag == "*" || (tag.hasPrefix("W/") ? tag.dropFirst(2) : tag) == own
        }
        if isKnown {
            return PageResponse(.notModified, "", headers)
        }
        return PageResponse(.bytes(newest.json), type: "application/json", caching: "no-cache").adding(headers)
    }

    private func metrics() -> PageResponse {
        guard let newest = try? snapshots.newest() else { return PageResponse(.internalServerError) }  // numbers and text encode
        let figures = ServerFigures(
            requests: usage.requests, wrongTokens: access.guesses.count, streams: usage.streams, delays: session.delayFigures())
        let text = MetricsText.of(newest.status, figures)
        return PageResponse(.bytes(ByteBuffer(string: text)), type: MetricsText.contentType)
    }

    private func events(_ request: HTTPRequestHead, from peer: PagePeer) -> PageResponse {
        let asked = request.headers.first(name: "Last-Event-ID") ?? PageAccess.parameter("since", of: request.uri).map(String.init)
        let since = asked.flatMap { Int($0) }
        guard asked == nil || since ?? -1 >= 0 else {
            return refusal(.badRequest, "\"since\" is the number of an event, such as 41; 0 for all that are kept", [:], to: request)
        }
        let stream = EventStream(session: session, since: since, hasLevels: PageAccess.parameter("levels", of: request.uri) == "1")
        if request.method == .HEAD { return PageResponse(.ok, .bytes(ByteBuffer()), type: "text/event-stream") }
        let reader = streamReader(request, peer)
        guard usage.beginStream(for: reader) else {
            return refusal(.serviceUnavailable, "too many programs follow the events: end one", ["Retry-After": "5"], to: request)
        }
        let end = StreamEnd(usage, reader)
        let body = PageResponse.Body.stream { connection in
            defer { withExtendedLifetime(end) {} }
            try await stream.follow(connection)
        }
        return PageResponse(.ok, body, type: "text/event-stream")
    }

    /// Whose a stream is; `nil` for what may be used by the owner, who is known by the connection or by the token.
    private func streamReader(_ request: HTTPRequestHead, _ peer: PagePeer) -> PagePeer? {
        access.mayControl(request, byOwner: peer == .owner) ? nil : peer
    }

    /// The broadcast as it is encoded, a fragment a packet, until who watches goes.
    private func live(_ request: HTTPRequestHead, from peer: PagePeer) -> PageResponse {
        // First of all: who is refused shall cost the others no key frame.
        let reader = streamReader(request, peer)
        guard viewers.beginStream(for: reader) else {
            let reason = "too many watch live: the playlist /live/live.m3u8 is for any number"
            return refusal(.serviceUnavailable, reason, ["Retry-After": "5"], to: request)
        }
        let end = StreamEnd(viewers, reader)
        let withAudio = PageAccess.parameter("audio", of: request.uri) != "0"
        guard let stream = page.session.watch(withAudio: withAudio).map(LiveStream.init), let type = stream.type else {
            return refusal(.serviceUnavailable, "there is no picture yet", ["Retry-After": "1"], to: request)
        }
        guard request.method != .HEAD else { return PageResponse(.ok, .bytes(ByteBuffer()), type: type) }
        let body = PageResponse.Body.stream { connection in
            defer { withExtendedLifetime(end) {} }
            try await stream.follow(connection)
        }
        return PageResponse(.ok, body, type: type, [LiveStream.startHeader: "\(stream.startMilliseconds)"])
    }

    // MARK: Changing

    func takesPosts(_ request: HTTPRequestHead) -> Bool { Self.path(of: request).hasPrefix(Self.requestsPath) }

    func change(by request: HTTPRequestHead, _ body: ByteBuffer) -> PageResponse {
        let name = Self.path(of: request).dropFirst(Self.requestsPath.count)
        guard let word = ControlRequest.Word(rawValue: String(name)) else { return Problem(ControlRequest.unknown(String(name))).response() }
        guard OpenAPI.words.contains(word) else {
            return Problem(.init(.unknownRequest, "\"\(word.rawValue)\" passes memory: ask on the group's control.sock")).response()
        }
        let listener = ControlListener(session: session)
        let bytes = body.readableBytes == 0 ? Array("{}".utf8) : Array(body.readableBytesView)
        switch listener.read(bytes, of: word) {
        case .failure(let refusal): return Problem(refusal).response()
        case .success(let asked):
            usage.countRequest()
            return PageResponse(pending: { [self] in await carryOut(asked, listener) })
        }
    }

    /// On a thread of its own: it may wait, and reads files of the kernel.
    private func carryOut(_ asked: ControlRequest, _ listener: ControlListener) async -> PageResponse {
        guard usage.beginWork() else {
            return Problem(.init(.notNow, "the host is busy with other requests: try again in a moment")).response(["Retry-After": "1"])
        }
        defer { usage.endWork() }
        let reply: ControlReply
        do throws(SystemError) {
            reply = try await Worker.run(name: "api-request") { listener.carryOut(asked) }
        } catch { return Problem(.init(.notNow, "no thread for the request: \(error)")).response(["Retry-After": "1"]) }
        snapshots.forget()
        if let refusal = reply.error { return Problem(refusal).response() }
        return PageResponse(.bytes(ByteBuffer(bytes: ControlListener.bytes(of: reply))), type: "application/json")
    }

    // MARK: Refusing

    /// The page's in plain text, the API's as programs read them.
    func refusal(_ status: HTTPResponseStatus, _ reason: String, _ more: HTTPHeaders, to request: HTTPRequestHead) -> PageResponse {
        guard Self.path(of: request).hasPrefix("/api/v1/") else { return PageResponse(status, reason, more) }
        let allowed = more.first(name: "Allow").map { "only \($0) is possible here" }
        return Problem(status, reason.isEmpty ? allowed ?? status.reasonPhrase : reason).response(more)
    }

    private func missing(_ request: HTTPRequestHead) -> PageResponse {
        refusal(.notFound, "there is nothing here: /openapi.json lists what there is", [:], to: request)
    }

    private static func path(of request: HTTPRequestHead) -> String { String(request.uri.prefix { $0 != "?" }) }
}
