import Glibc
public import Platform
package import Protocols

/// Where the key of an S3 server is, which stands in no command line and no log.
public struct S3Credentials: Hashable, Sendable {
    public enum Source: Hashable, Sendable {
        /// `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN`.
        case environment
        /// As `~/.aws/credentials` is, of which the first section with a key counts.
        case file(String)
    }

    public let source: Source
    public let region: String

    public init(_ source: Source, region: String = S3Credentials.usualRegion) { (self.source, self.region) = (source, region) }

    /// What servers other than Amazon's mostly want.
    public static let usualRegion = "us-east-1"
    private static let mostBytes = 64 * 1024

    /// By the name of the server with its port, or by its name alone.
    static func of(_ server: Authority, among all: [String: S3Credentials]) -> S3Credentials? {
        let name = server.host.lowercased()
        let host = name.contains(":") ? "[\(name)]" : name
        return server.port.flatMap { all["\(host):\($0)"] } ?? all[host] ?? all[name]
    }

    /// Whether there is a key.
    ///
    /// - Throws: `.badSetting` naming what is missing, and where it should be.
    public func check() throws(DeliveryError) { _ = try read() }

    /// The key as it stands there now: one that is lent for a time is replaced.
    package func read() throws(DeliveryError) -> S3Signer {
        let values: [String: String]
        let place: String
        switch source {
        case .environment:
            func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
            let names = ["aws_access_key_id", "aws_secret_access_key", "aws_session_token"]
            values = Dictionary(uniqueKeysWithValues: names.compactMap { name in value(name.uppercased()).map { (name, $0) } })
            place = "the environment"
        case .file(let path): (values, place) = (try Self.values(of: path), path)
        }
        guard let keyID = values["aws_access_key_id"], let key = values["aws_secret_access_key"], Self.isToken(keyID), Self.isToken(key) else {
            throw DeliveryError(
                .badSetting, "the key for S3: \(place) holds no aws_access_key_id and aws_secret_access_key: write them there")
        }
        let token = values["aws_session_token"].flatMap { Self.isToken($0) ? $0 : nil }
        return S3Signer(keyID: keyID, key: key, token: token, region: region)
    }

    private static func values(of path: String) throws(DeliveryError) -> [String: String] {
        guard let file = fopen(path, "re") else {
            throw DeliveryError(.badSetting, "the key for S3: \(path) cannot be read (\(String(cString: strerror(errno)))): give a file with the key")
        }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: mostBytes)
        let count = fread(&bytes, 1, bytes.count, file)
        var values: [String: String] = [:]
        for line in String(decoding: bytes[..<count], as: UTF8.self).split(whereSeparator: \.isNewline) {
            if line.first == "[", values["aws_secret_access_key"] != nil { break }
            let pair = line.split(separator: "=", maxSplits: 1).map { part in String(part.filter { !$0.isWhitespace }) }
            if pair.count == 2 { values[pair[0].lowercased()] = pair[1] }
        }
        return values
    }

    /// What may stand in a request's head.
    private static func isToken(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy { (33...126).contains($0) } }
}
