/// Logging in with a user and a password as Adobe's, Wowza's and Akamai's servers ask for it: the connection is refused twice,
/// each time with words that say what to come back with.
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
    /// - Parameter words: the refusal's description.
    func answer(to words: String) -> Answer? {
        guard words.contains("authmod=adobe") else { return nil }
        guard let mark = words.firstRange(of: "?reason=") else {
            return words.contains("need auth") ? .query("?authmod=adobe&user=\(user)") : .refused
        }
        let fields = Self.fields(words[mark.lowerBound...].dropFirst())
        guard fields["reason"] == "needauth", let salt = fields["salt"] else { return .refused }
        let secret = Self.base64(MD5.digest((user + salt + password).utf8))
        let theirs = fields["opaque"] ?? fields["challenge"] ?? ""
        let response = Self.base64(MD5.digest((secret + theirs + challenge).utf8))
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

    static func base64(_ bytes: [UInt8]) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = (0..<3).reduce(0) { $0 << 8 | (start + $1 < bytes.count ? Int(bytes[start + $1]) : 0) }
            for letter in 0..<4 { text.append(letter <= group.count ? letters[bits >> (18 - 6 * letter) & 63] : "=") }
        }
        return text
    }
}
