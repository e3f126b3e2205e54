import NIOCore
import NIOHTTP1

/// What a server of ours shows to a browser, and what it lets programs change.
protocol PageContent: Sendable {
    var access: PageAccess { get }
    /// Said to a user of this machine who may not see it.
    var otherUserText: String { get }
    /// Whether pages of other sites may read it too.
    func isForOtherSites(_ request: HTTPRequestHead) -> Bool
    /// Where the token of the printed address leads to.
    var pageForControl: String { get }
    /// Whether it is for those alone who may change something.
    func isForControl(_ request: HTTPRequestHead) -> Bool
    /// Of a request that is allowed.
    /// - Parameter peer: whose connection it came by.
    func content(of request: HTTPRequestHead, from peer: PagePeer) -> PageResponse
    /// What anyone is told who can connect, under any name; `nil` where there is no such thing.
    func publicContent(of request: HTTPRequestHead) -> PageResponse?
    /// Whether something can be posted there.
    func takesPosts(_ request: HTTPRequestHead) -> Bool
    /// Of a request that is allowed to change something.
    func change(by request: HTTPRequestHead, _ body: ByteBuffer) -> PageResponse
    /// How a refusal is written.
    func refusal(_ status: HTTPResponseStatus, _ reason: String, _ more: HTTPHeaders, to request: HTTPRequestHead) -> PageResponse
}

extension PageContent {
    func isForOtherSites(_ request: HTTPRequestHead) -> Bool { false }
    var pageForControl: String { "/" }
    func isForControl(_ request: HTTPRequestHead) -> Bool { false }
    func publicContent(of request: HTTPRequestHead) -> PageResponse? { nil }
    func takesPosts(_ request: HTTPRequestHead) -> Bool { false }
    func change(by request: HTTPRequestHead, _ body: ByteBuffer) -> PageResponse { PageResponse(.notFound) }
    func refusal(_ status: HTTPResponseStatus, _ reason: String, _ more: HTTPHeaders, to request: HTTPRequestHead) -> PageResponse {
        PageResponse(status, reason, more)
    }

    /// - Parameters:
    ///   - body: what was posted; `nil` for more than may be.
    ///   - peer: whose connection it came by.
    func response(to request: HTTPRequestHead, _ body: ByteBuffer?, from peer: PagePeer) -> PageResponse {
        // Where all may see the page, no one is known by the connection.
        let isOwner = peer == .owner && !access.isOpen
        if let name = PageAccess.repeatedField(of: request) {
            return refusal(.badRequest, "there are several \"\(name)\": send one", [:], to: request)
        }
        let isChange = takesPosts(request)
        guard isChange ? request.method == .POST : request.method == .GET || request.method == .HEAD else {
            return refusal(.methodNotAllowed, "", ["Allow": isChange ? "POST" : "GET, HEAD"], to: request)
        }
        if let content = publicContent(of: request) { return content }
        let verdict = access.verdict(on: request, byOwner: isOwner)
        if verdict == .allowed || verdict == .introduced, isChange { return change(by: request, body, byOwner: isOwner) }
        if verdict == .allowed, isForControl(request), !access.mayControl(request, byOwner: isOwner) {
            let reason = "the cockpit needs the token: open \"…/?token=…\" with what is in the group's file 'token'"
            return refusal(.unauthorized, reason, [:], to: request)
        }
        switch verdict {
        case .allowed: return content(of: request, from: peer)
        case .introduced: return introduced(request, from: peer)
        case .foreignName:
            return refusal(.misdirectedRequest, "this page is not known by that name: use the address that splitcast printed", [:], to: request)
        case .foreignPage where isForOtherSites(request): return content(of: request, from: peer)
        case .foreignPage: return refusal(.forbidden, "another page may not read this one", [:], to: request)
        case .otherUser: return slowed(request, refusal(.forbidden, otherUserText, [:], to: request))
        case .withoutToken:
            let reason = "this page needs its token: use the whole address that splitcast printed ('splitcast status' prints it again)"
            return slowed(request, refusal(.unauthorized, reason, ["WWW-Authenticate": "Bearer"], to: request))
        }
    }

    private func change(by request: HTTPRequestHead, _ body: ByteBuffer?, byOwner isOwner: Bool) -> PageResponse {
        if let (status, reason) = access.refusalOfChange(by: request, byOwner: isOwner) {
            return refusal(status, reason, status == .unauthorized ? ["WWW-Authenticate": "Bearer"] : [:], to: request)
        }
        guard let body else {
            return refusal(.payloadTooLarge, "a request has at most \(PageLimits.longestBody >> 10) KiB", [:], to: request)
        }
        return change(by: request, body)
    }

    /// Guessing is counted, and made slow.
    private func slowed(_ request: HTTPRequestHead, _ refusal: PageResponse) -> PageResponse {
        guard access.isGuess(request) else { return refusal }
        let wait = access.guesses.note()
        guard wait > .zero else { return refusal }
        return PageResponse(pending: {
            try? await Task.sleep(for: wait)  // cancelled is how it ends
            return refusal
        })
    }

    /// The cookie goes to no other site; the page itself is asked for again without the token, which would stay in the browser's history.
    private func introduced(_ request: HTTPRequestHead, from peer: PagePeer) -> PageResponse {
        let path = String(request.uri.prefix { $0 != "?" })
        let place = path == "/" ? pageForControl : path == PageFile.cockpitPath ? path : nil
        let page = place.map { PageResponse(.seeOther, "", ["Location": $0]) }
        let response = page ?? content(of: request, from: peer)
        return response.adding(["Set-Cookie": "\(access.cookie)=\(access.key); Path=/; HttpOnly; SameSite=Strict"])
    }
}
