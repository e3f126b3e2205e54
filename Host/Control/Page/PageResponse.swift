import NIOCore
import NIOHTTP1

/// What a request of the page is answered with.
struct PageResponse {
    enum Body {
        case bytes(ByteBuffer)
        /// A file by its path; one that is not there makes the answer a 404.
        case file(String)
        /// What comes of it when it is there.
        case pending(@Sendable () async -> PageResponse)
        /// Whatever is sent, until this returns.
        case stream(@Sendable (PageStream) async throws -> Void)
    }

    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self' blob:; connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    let status: HTTPResponseStatus
    let body: Body
    /// Every answer says what a browser may do with it: nothing from elsewhere, nothing for elsewhere.
    private(set) var headers: HTTPHeaders = [
        "Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
        "Cross-Origin-Resource-Policy": "same-origin", "Server": "splitcast",
    ]

    init(_ body: Body, type: String, caching: String = "no-store") {
        (status, self.body) = (.ok, body)
        headers.add(name: "Content-Type", value: type)
        headers.add(name: "Cache-Control", value: caching)
    }

    /// One that is not known yet.
    init(pending body: @escaping @Sendable () async -> PageResponse) { (status, self.body) = (.ok, .pending(body)) }

    /// With another status than 200.
    init(_ status: HTTPResponseStatus, _ body: Body, type: String, _ more: HTTPHeaders = [:]) {
        (self.status, self.body) = (status, body)
        headers.add(name: "Content-Type", value: type)
        headers.add(name: "Cache-Control", value: "no-store")
        headers.add(contentsOf: more)
    }

    /// A refusal, with its reason in plain text where there is one.
    init(_ status: HTTPResponseStatus, _ reason: String = "", _ more: HTTPHeaders = [:]) {
        (self.status, body) = (status, .bytes(ByteBuffer(string: reason.isEmpty ? "" : reason + "\n")))
        if !reason.isEmpty { headers.add(name: "Content-Type", value: "text/plain; charset=utf-8") }
        headers.add(contentsOf: more)
        headers.add(name: "Cache-Control", value: "no-store")
    }

    /// Scripts of any site may read it.
    var forOtherSites: PageResponse {
        var response = self
        response.headers.replaceOrAdd(name: "Cross-Origin-Resource-Policy", value: "cross-origin")
        response.headers.add(name: "Access-Control-Allow-Origin", value: "*")
        return response
    }

    func adding(_ more: HTTPHeaders) -> PageResponse {
        var response = self
        response.headers.add(contentsOf: more)
        return response
    }
}
