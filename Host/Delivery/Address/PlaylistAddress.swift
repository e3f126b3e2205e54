package import Protocols

/// `http(s)://HOST[:PORT]/PATH/NAME.m3u8`: where a playlist is put, its segments beside it.
///
/// What stands behind `?` goes with every request. The name may stand there too, at the end, as in `?cid=KEY&file=NAME.m3u8`.
package struct PlaylistAddress: Hashable, Sendable {
    package static let form = "http(s)://HOST[:PORT]/PATH/NAME.m3u8"
    private static let ending = ".m3u8"

    package let authority: Authority
    /// Where the playlist and its segments lie.
    package let folder: HTTPAddress
    /// The playlist's name without its ending.
    package let stem: String

    /// - Parameter rest: what follows `://`.
    /// - Throws: `.badURL` naming what is wrong and the right form.
    package init(parsing rest: String, isSecure: Bool) throws(DeliveryError) {
        let scheme = isSecure ? "https" : "http"
        let slash = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        authority = try Authority(parsing: String(rest[..<slash]), scheme: scheme, form: Self.form)
        let credentials: String?
        if let user = authority.user {
            guard let decoded = PercentText.decoded(user) else {
                throw DeliveryError(.badURL, "\(scheme)://\(authority.masked): a % of user or password must be written %25")
            }
            credentials = decoded.contains(":") ? decoded : decoded + ":"
        } else {
            credentials = nil
        }
        let path = rest[slash...]
        guard !path.contains("#") else { throw DeliveryError(.badURL, "\(scheme)://\(authority.masked)/…: a # is no part of a request: write %23") }
        let question = path.firstIndex(of: "?") ?? path.endIndex
        let isInQuery = !path[..<question].lowercased().hasSuffix(Self.ending)
        // Up to here the name may reach.
        let end = isInQuery ? path.endIndex : question
        guard path.hasPrefix("/"), path[..<end].lowercased().hasSuffix(Self.ending) else {
            throw DeliveryError(
                .badURL, "\(scheme)://\(authority.masked)/… does not end in .m3u8: HLS is put on web servers as \(scheme)://HOST/PATH/NAME.m3u8")
        }
        let start = path[..<end].lastIndex { $0 == "/" || (isInQuery && ($0 == "=" || $0 == "&")) } ?? path.startIndex
        let name = path[path.index(after: start)..<end].dropLast(Self.ending.count)
        guard !name.isEmpty, !name.contains("?") else {
            throw DeliveryError(.badURL, "\(scheme)://\(authority.masked)/…: the playlist has no name: write \(Self.form)")
        }
        stem = String(name)
        folder = HTTPAddress(
            host: authority.host, port: authority.port, isSecure: isSecure, credentials: credentials, before: String(path[...start]),
            behind: String(path[end...]))
    }
}
