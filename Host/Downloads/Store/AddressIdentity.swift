/// What tells an address from those of other content.
enum AddressIdentity {
    /// Parameters that say who asks, and until when: another value leads to the same content. What services for signed addresses name them.
    private static let permits: Set<String> = [
        "token", "access_token", "auth", "auth_key", "authorization", "jwt", "session", "sessionid", "sid", "sig", "signature", "hash", "hmac", "md5",
        "verify", "key-pair-id", "policy", "expires", "expire", "expiry", "exp", "validfrom", "validto", "st", "e", "hdnts", "hdnea", "hdntl",
        "awsaccesskeyid", "googleaccessid", "nonce",
    ]
    /// All that begin with these.
    private static let permitPrefixes = ["x-amz-", "x-goog-", "x-oss-", "x-cos-"]

    /// The address without its fragment and without what only permits.
    ///
    /// A parameter with a name of its own that permits counts as content: then a stream is taken for another one, and never another one for it.
    static func of(_ address: String) -> String {
        let whole = address.prefix { $0 != "#" }
        guard let mark = whole.firstIndex(of: "?") else { return String(whole) }
        let kept = whole[whole.index(after: mark)...].split(separator: "&").filter { parameter in
            let name = parameter.prefix { $0 != "=" }.lowercased()
            return !permits.contains(name) && !permitPrefixes.contains { name.hasPrefix($0) }
        }
        return String(whole[..<mark]) + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
    }
}
