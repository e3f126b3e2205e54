import NIOHTTP1

/// What a server of ours shows to a browser: reading requests only.
protocol PageContent: Sendable {
    var access: PageAccess { get }
    /// Said to a user of this machine who may not see it.
    var otherUserText: String { get }
    /// Whether pages of other sites may read it too.
    func isForOtherSites(_ request: HTTPRequestHead) -> Bool
    /// Of a request that is allowed.
    func content(of request: HTTPRequestHead) -> PageResponse
}

extension PageContent {
    func isForOtherSites(_ request: HTTPRequestHead) -> Bool { false }

    /// - Parameter isOwner: whether the connection is the user's own, from this machine.
    func response(to request: HTTPRequestHead, byOwner isOwner: Bool) -> PageResponse {
        guard request.method == .GET || request.method == .HEAD else { return PageResponse(.methodNotAllowed, "", ["Allow": "GET, HEAD"]) }
        switch access.verdict(on: request, byOwner: isOwner) {
        case .allowed: return content(of: request)
        case .introduced: return introduced(request)
        case .foreignName: return PageResponse(.misdirectedRequest, "this page is not known by that name: use the address that splitcast printed")
        case .foreignPage where isForOtherSites(request): return content(of: request)
        case .foreignPage: return PageResponse(.forbidden, "another page may not read this one")
        case .otherUser: return PageResponse(.forbidden, otherUserText)
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
}
