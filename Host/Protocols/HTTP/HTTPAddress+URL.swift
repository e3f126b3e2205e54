extension HTTPAddress {
    /// Reads `http://` and `https://` addresses; what is behind a `#` is left out. `target("")` is the whole path with its query.
    ///
    /// - Returns: `nil` for another scheme, and for a host or a port that cannot be one.
    package init?(url: String) {
        guard let mark = url.firstRange(of: "://") else { return nil }
        let scheme = url[..<mark.lowerBound].lowercased()
        guard scheme == "http" || scheme == "https" else { return nil }
        let rest = url[mark.upperBound...].prefix { $0 != "#" }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let path = rest[authority.endIndex...]
        let at = authority.lastIndex(of: "@")
        var host = at.map { authority[authority.index(after: $0)...] } ?? authority
        var port: Int?
        if let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") {
            let digits = host[host.index(after: colon)...]
            if !digits.isEmpty {
                guard digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(digits), (1...65535).contains(number) else { return nil }
                port = number
            }
            host = host[..<colon]
        }
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 32 && $0 < 127 }), !host.contains("[") else { return nil }
        let credentials = at.flatMap { PercentText.decoded(authority[..<$0]) }
        if at != nil, credentials == nil { return nil }
        self.init(
            host: String(host), port: port, isSecure: scheme == "https", credentials: credentials,
            before: path.hasPrefix("/") ? String(path) : "/" + path, behind: "")
    }

    /// Whether one connection serves both.
    package func isSameOrigin(as other: HTTPAddress) -> Bool { host == other.host && port == other.port && isSecure == other.isSecure }
}
