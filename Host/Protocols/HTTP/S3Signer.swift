package import Platform

/// Signs requests as S3 and what is compatible with it want it: AWS signature version 4, of the host, the time and the whole body.
package struct S3Signer: Hashable, Sendable {
    package let keyID: String
    /// Secret.
    private let key: String
    /// Of credentials that are lent for a time.
    private let token: String?
    package let region: String
    private static let (service, algorithm) = ("s3", "AWS4-HMAC-SHA256")

    package init(keyID: String, key: String, token: String? = nil, region: String) {
        (self.keyID, self.key, self.token, self.region) = (keyID, key, token, region)
    }

    /// The fields of a request's head that prove who asks, each line with its end.
    ///
    /// - Parameter target: as the request line has it.
    package func fields(_ method: String, _ target: String, host: String, body: UnsafeRawBufferPointer, at time: WallClock) -> String {
        let stamp = Self.stamp(time)
        let hash = SHA256.hexadecimal(SHA256.hash(body))
        var signed = [("host", host), ("x-amz-content-sha256", hash), ("x-amz-date", stamp)]
        if let token { signed.append(("x-amz-security-token", token)) }
        let names = signed.map(\.0).joined(separator: ";")
        let (path, query) = Self.canonical(target)
        let request = ([method, path, query] + signed.map { "\($0):\($1)" } + ["", names, hash]).joined(separator: "\n")
        let day = String(stamp.prefix(8))
        let scope = "\(day)/\(region)/\(Self.service)/aws4_request"
        let text = [Self.algorithm, stamp, scope, SHA256.hexadecimal(SHA256.hash(request))].joined(separator: "\n")
        let signature = SHA256.hexadecimal(SHA256.authentication(of: text, key: dayKey(day)))
        let others = signed.dropFirst().map { "\($0): \($1)\r\n" }.joined()
        return others + "Authorization: \(Self.algorithm) Credential=\(keyID)/\(scope),SignedHeaders=\(names),Signature=\(signature)\r\n"
    }

    private func dayKey(_ day: String) -> [UInt8] {
        [day, region, Self.service, "aws4_request"].reduce(Array("AWS4\(key)".utf8)) { SHA256.authentication(of: $1, key: $0) }
    }

    /// "20261124T220000Z"
    private static func stamp(_ time: WallClock) -> String {
        String(time.text.prefix(19).filter { $0 != "-" && $0 != ":" }) + "Z"
    }

    /// Path and query, each character but letters, digits and four more as `%XX`, and the query in order.
    private static func canonical(_ target: String) -> (path: String, query: String) {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let query = (parts.count > 1 ? parts[1] : "").split(separator: "&").map { part in
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return "\(encoded(pair[0]))=\(pair.count > 1 ? encoded(pair[1]) : "")"
        }
        return (encoded(parts[0], keeps: "/"), query.sorted().joined(separator: "&"))
    }

    private static func encoded(_ text: Substring, keeps more: String = "") -> String {
        let plain = PercentText.decoded(text) ?? String(text)
        return plain.utf8.map { byte in
            let scalar = Unicode.Scalar(byte)
            let stays = byte < 128 && (scalar.properties.isAlphabetic || (48...57).contains(byte) || ("-._~" + more).unicodeScalars.contains(scalar))
            if stays { return String(scalar) }
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (digits.count < 2 ? "0" : "") + digits
        }.joined()
    }
}

extension S3Signer: CustomStringConvertible, CustomReflectable {
    package var description: String { "key \(keyID) in \(region)" }
    package var customMirror: Mirror { Mirror(self, children: ["keyID": keyID, "region": region]) }
}
