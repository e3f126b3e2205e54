/// What an RTMP server is told of an address, and where it is. Holds secrets.
package struct RTMPAddress: Hashable, Sendable {
    package let host: String
    package let port: UInt16
    package let isSecure: Bool
    /// What stands between host and key, its query included.
    package let application: String
    /// The stream key, its query included.
    package let key: String
    /// Of an address with `USER:PASSWORD@`.
    package let user: String?
    package let password: String?
    /// As the address has it, the port included.
    private let authority: String

    /// - Parameter text: `rtmp(s)://[USER[:PASSWORD]@]HOST[:PORT]/APP/KEY`; `nil` for any other form.
    package init?(_ text: String) {
        guard let mark = text.firstRange(of: "://") else { return nil }
        isSecure = text[..<mark.lowerBound].lowercased() == "rtmps"
        let rest = text[mark.upperBound...]
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        var authority = rest[..<slash]
        if let at = authority.lastIndex(of: "@") {
            let parts = authority[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            user = Self.decode(parts[0])
            password = parts.count > 1 ? Self.decode(parts[1]) : ""
            authority = authority[authority.index(after: at)...]
        } else {
            (user, password) = (nil, nil)
        }
        self.authority = String(authority)
        var port: UInt16?
        if let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") {
            port = UInt16(authority[authority.index(after: colon)...])
            authority = authority[..<colon]
        }
        self.port = port ?? (isSecure ? 443 : 1935)
        host = authority.hasPrefix("[") ? String(authority.dropFirst().prefix { $0 != "]" }) : String(authority)
        let path = rest[slash...].dropFirst()
        // As where it is masked: the key is what follows the last slash before its query.
        let plain = path.prefix { $0 != "?" }
        guard let last = plain.contains("/") ? plain.lastIndex(of: "/") : path.lastIndex(of: "/") else { return nil }
        application = String(path[..<last])
        key = String(path[path.index(after: last)...])
    }

    /// What must not be shown: user, password, the key, and what stands in the queries of key and application.
    var secrets: [String] {
        let queries = [application, key].flatMap { $0.split(separator: "?").dropFirst() }
        let values = queries.flatMap { $0.split(separator: "&") }.map { part in
            let value = part.drop { $0 != "=" }.dropFirst()
            // A bare word may be a token, and one in base64 may end with "=".
            return value.allSatisfy { $0 == "=" } ? part : value
        }
        return [user, password, key, key.split(separator: "?").first.map(String.init)].compactMap { $0 } + (queries + values).map(String.init)
    }

    /// Where a server thinks it is reached.
    ///
    /// - Parameter query: appended to the application, as it is there.
    package func tcURL(_ query: String = "") -> String { "\(isSecure ? "rtmps" : "rtmp")://\(authority)/\(application)\(query)" }

    /// Of `%40` and the like; anything else stays as it is.
    private static func decode(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2, let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
