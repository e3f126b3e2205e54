import Hummingbird

/// Takes reading requests only, and says with every answer what a browser may do with it: nothing from elsewhere,
/// nothing for elsewhere.
struct PageHeaders<Context: RequestContext>: RouterMiddleware {
    private static var policy: String {
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self' blob:; connect-src 'self'; "
            + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    }

    func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws -> Response {
        var response: Response
        if request.method == .get || request.method == .head {
            do { response = try await next(request, context) } catch let error as HTTPError { response = Response(status: error.status) }
        } else {
            response = Response(status: .methodNotAllowed, headers: [.allow: "GET, HEAD"])
        }
        response.headers[.contentSecurityPolicy] = Self.policy
        response.headers[.xContentTypeOptions] = "nosniff"
        response.headers[.init("Referrer-Policy")!] = "no-referrer"
        response.headers[.init("Cross-Origin-Resource-Policy")!] = "same-origin"
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        return response
    }
}
