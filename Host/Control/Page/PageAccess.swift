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

    /// What the printed address carries; `nil` where none is needed: the page is open to all, or only this machine reaches it.
    var token: PageToken? { isOpen || isLoopback ? nil : key }
    /// With it everything is allowed, from anywhere.
    let key: PageToken
    let guesses = TokenGuesses()
    private let isLoopback: Bool
    let isOpen: Bool
    let cookie: String
    private let names: Set<String>

    init(to address: PageAddress, isOpen: Bool, key: PageToken = PageToken()) {
        (self.isOpen, self.key, isLoopback) = (isOpen, key, address.isLoopback)
        cookie = "splitcast-\(address.port)"
        names = PageAddress.loopbackNames.union([address.host.lowercased()]).union(Self.ownNames())
    }

    /// - Parameter isOwner: whether the connection is the broadcasting user's own, or the administrator's, from this machine.
    func verdict(on request: HTTPRequestHead, byOwner isOwner: Bool) -> Verdict {
        let authority = request.headers.first(name: "Host") ?? ""
        guard comesFromThisPage(request, at: authority) else { return .foreignPage }
        // Other machines may know this one by names that it does not know itself: of theirs the token decides. On loopback there are no others.
        let hasOwnName = isOwn(Self.name(of: authority))
        guard hasOwnName || !isLoopback else { return .foreignName }
        if let given = Self.parameter("token", of: request.uri), key.matches(given) { return .introduced }
        let bearers = Self.bearers(of: request)
        if (bearers + cookies(of: request)).contains(where: key.matches) { return .allowed }
        // A program that shows a token is to know that it is wrong, also where it needs none.
        guard bearers.isEmpty else { return .withoutToken }
        guard hasOwnName else { return .foreignName }
        if isOwner || isOpen { return .allowed }
        return token == nil ? .otherUser : .withoutToken
    }

    /// Whether who asks may change anything: who may merely look, may not.
    func mayControl(_ request: HTTPRequestHead, byOwner isOwner: Bool) -> Bool {
        let given = Self.bearers(of: request) + cookies(of: request) + [Self.parameter("token", of: request.uri)].compactMap(\.self)
        return isOwner || given.contains(where: key.matches)
    }

    /// Why what is allowed to look may not change anything; `nil` when it may. Pages from elsewhere cannot send what this asks for without the
    /// browser asking first, which is refused; a page that is open to all can be looked at by all, and no more.
    func refusalOfChange(by request: HTTPRequestHead, byOwner isOwner: Bool) -> (status: HTTPResponseStatus, reason: String)? {
        if Self.bearers(of: request).contains(where: key.matches) { return nil }
        guard isOwner || cookies(of: request).contains(where: key.matches) else {
            return (.unauthorized, "this needs the token: \"Authorization: Bearer …\" with what is in the group's file 'token'")
        }
        if let site = request.headers.first(name: "Sec-Fetch-Site"), site != "same-origin", site != "none" {
            return (.forbidden, "another page may not change anything")
        }
        guard Self.isJSON(request) else {
            return (.unsupportedMediaType, "say \"Content-Type: application/json\", and send the fields as one JSON object")
        }
        return nil
    }

    /// What decides about a request and is there more than once: a program in between may have gone by another one of them (RFC 9112, 3.2).
    static func repeatedField(of request: HTTPRequestHead) -> String? {
        ["Host", "Authorization", "Origin", "Sec-Fetch-Site", "Content-Type"].first { request.headers[$0].count > 1 }
    }

    static func isJSON(_ request: HTTPRequestHead) -> Bool {
        let type = (request.headers.first(name: "Content-Type") ?? "").lowercased().prefix { $0 != ";" }
        return type.split(separator: " ") == ["application/json"]
    }

    /// Whether a token was shown, and it is wrong.
    func isGuess(_ request: HTTPRequestHead) -> Bool {
        let given = Self.bearers(of: request) + cookies(of: request) + [Self.parameter("token", of: request.uri)].compactMap(\.self)
        return !given.isEmpty && !given.contains(where: key.matches)
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

    /// Tokens in the header for programs.
    private static func bearers(of request: HTTPRequestHead) -> [Substring] {
        request.headers["Authorization"].filter { $0.lowercased().hasPrefix("bearer ") }.map { $0.dropFirst("bearer ".count) }
    }

    /// Tokens in the cookie for browsers.
    private func cookies(of request: HTTPRequestHead) -> [Substring] {
        let pairs: [Substring] = request.headers["Cookie"].flatMap { $0.split(separator: ";" as Character) }
        let cookies = pairs.map { (pair: Substring) in pair.drop { $0 == " " } }.filter { $0.hasPrefix(cookie + "=") }
        return cookies.map { $0.dropFirst(cookie.count + 1) }
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
