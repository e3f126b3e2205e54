import Glibc
import NIOHTTP1

/// Who may see the page: the user who broadcasts, who needs nothing, and, where other machines can reach it, who has its token.
///
/// Loopback is no border between the users of a machine: any of them can connect to it. The kernel tells whose a connection is.
struct PageAccess: Sendable {
    enum Verdict: Equatable {
        case allowed
        /// Allowed by the token in the address: a cookie keeps it for the requests that follow.
        case introduced
        /// Asked for under a name that is not this machine's: a foreign page whose name was made to point here (DNS rebinding).
        case foreignName
        /// A page from elsewhere asks, in the browser of a user who may see this one.
        case foreignPage
        case otherUser
        case withoutToken
    }

    /// `nil` where none is needed: the page is open to all, or only this machine reaches it.
    let token: PageToken?
    let isOpen: Bool
    let cookie: String
    private let names: Set<String>

    init(to address: PageAddress, isOpen: Bool) {
        self.isOpen = isOpen
        token = isOpen || address.isLoopback ? nil : PageToken()
        cookie = "splitcast-\(address.port)"
        names = PageAddress.loopbackNames.union([address.host.lowercased()]).union(Self.ownNames())
    }

    /// - Parameter isOwner: whether the connection is the broadcasting user's own, or the administrator's, from this machine.
    func verdict(on request: HTTPRequestHead, byOwner isOwner: Bool) -> Verdict {
        let authority = request.headers.first(name: "Host") ?? ""
        guard comesFromThisPage(request, at: authority) else { return .foreignPage }
        if let token {
            if let given = Self.parameter("token", of: request.uri), token.matches(given) { return .introduced }
            if shown(in: request).contains(where: token.matches) { return .allowed }
        }
        guard isOwn(Self.name(of: authority)) else { return .foreignName }
        if isOwner || isOpen { return .allowed }
        return token == nil ? .otherUser : .withoutToken
    }

    /// An address of numbers cannot be made to point elsewhere; a name can, so that only this machine's own are taken.
    private func isOwn(_ name: String) -> Bool {
        var room = in6_addr()
        return names.contains(name) || inet_pton(AF_INET, name, &room) == 1 || inet_pton(AF_INET6, name, &room) == 1
    }

    /// Fetch's `Origin` and `Sec-Fetch-Site` (https://www.w3.org/TR/fetch-metadata/): going to the page by a link is allowed from anywhere.
    private func comesFromThisPage(_ request: HTTPRequestHead, at authority: String) -> Bool {
        if let origin = request.headers.first(name: "Origin"), origin.lowercased() != "http://" + authority.lowercased() { return false }
        guard let site = request.headers.first(name: "Sec-Fetch-Site") else { return true }
        return site == "same-origin" || site == "none" || request.headers.first(name: "Sec-Fetch-Mode") == "navigate"
    }

    /// Tokens in the header for programs and in the cookie for browsers.
    private func shown(in request: HTTPRequestHead) -> [Substring] {
        let bearers = request.headers["Authorization"].filter { $0.lowercased().hasPrefix("bearer ") }.map { $0.dropFirst("bearer ".count) }
        let pairs: [Substring] = request.headers["Cookie"].flatMap { $0.split(separator: ";" as Character) }
        let cookies = pairs.map { (pair: Substring) in pair.drop { $0 == " " } }.filter { $0.hasPrefix(cookie + "=") }
        return bearers + cookies.map { $0.dropFirst(cookie.count + 1) }
    }

    static func parameter(_ name: String, of uri: String) -> Substring? {
        guard let mark = uri.firstIndex(of: "?") else { return nil }
        return uri[mark...].dropFirst().split(separator: "&").first { $0.hasPrefix(name + "=") }?.dropFirst(name.count + 1)
    }

    /// The name in a Host header, without port and brackets.
    static func name(of authority: String) -> String {
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") { return String(authority[..<end].dropFirst()).lowercased() }
        return String(authority.prefix { $0 != ":" }).lowercased()
    }

    private static func ownNames() -> [String] {
        var room = [CChar](repeating: 0, count: 256)
        guard gethostname(&room, room.count - 1) == 0 else { return [] }
        let name = String(decoding: room.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).lowercased()
        return name.isEmpty ? [] : [name, name + ".local"]
    }
}
