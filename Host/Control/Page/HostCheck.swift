import Hummingbird

/// Refuses requests that reached a loopback address under another machine's name: a foreign page whose name was made to
/// point at 127.0.0.1 (DNS rebinding) would otherwise read the stream.
struct HostCheck<Context: RequestContext>: RouterMiddleware {
    /// Names under which the page may be asked for; `nil` takes any.
    let names: Set<String>?

    init(for address: PageAddress) { names = address.isLoopback ? ["localhost", "127.0.0.1", "::1", address.host.lowercased()] : nil }

    func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws -> Response {
        if let names, !names.contains(Self.name(of: request.head.authority ?? "")) { return Response(status: .misdirectedRequest) }
        return try await next(request, context)
    }

    /// The name in a Host header, without port and brackets.
    static func name(of authority: String) -> String {
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") { return String(authority[..<end].dropFirst()).lowercased() }
        return String(authority.prefix { $0 != ":" }).lowercased()
    }
}
