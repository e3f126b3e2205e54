/// Logging in with a user and a password as Adobe's, Wowza's and Akamai's servers ask for it: the server refuses the connection twice,
/// and describes each time what the next attempt has to bring.
struct AdobeLogin {
    let user: String
    let password: String
    /// Eight hexadecimal digits, ours alone.
    let challenge: String

    enum Answer: Hashable {
        /// To be appended to the application at the next attempt.
        case query(String)
        /// User or password are wrong.
        case refused
    }

    /// What to do about a refusal; `nil` when it does not ask for a login of this kind.
    ///
    /// - Parameter description: the refusal's.
    /// - Throws: where this system computes no MD5.
    func answer(to description: String) throws(NetworkError) -> Answer? {
        guard description.contains("authmod=adobe") else { return nil }
        guard let mark = description.firstRange(of: "?reason=") else {
            return description.contains("need auth") ? .query("?authmod=adobe&user=\(user)") : .refused
        }
        let fields = Self.fields(description[mark.lowerBound...].dropFirst())
        guard fields["reason"] == "needauth", let salt = fields["salt"] else { return .refused }
        let secret = Base64.encoded(try Digest.md5((user + salt + password).utf8))
        let theirs = fields["opaque"] ?? fields["challenge"] ?? ""
        let response = Base64.encoded(try Digest.md5((secret + theirs + challenge).utf8))
        let opaque = fields["opaque"].map { "&opaque=\($0)" } ?? ""
        return .query("?authmod=adobe&user=\(user)&challenge=\(challenge)&response=\(response)\(opaque)")
    }

    private static func fields(_ text: Substring) -> [String: String] {
        var fields: [String: String] = [:]
        for part in text.prefix(while: { $0 != " " && $0 != "]" }).split(separator: "&") {
            let name = part.prefix { $0 != "=" }
            // Values are Base64 and may end with "=".
            fields[String(name)] = String(part.dropFirst(name.count + 1))
        }
        return fields
    }
}
