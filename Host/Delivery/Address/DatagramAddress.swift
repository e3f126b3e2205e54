/// `HOST:PORT[?NAME=VALUE&…]`: where datagrams go, as SRT and UDP write it alike.
struct DatagramAddress {
    let host: String
    let port: Int
    let options: [AddressQuery.Entry]

    /// - Parameters:
    ///   - rest: what follows `SCHEME://`.
    ///   - form: the right form of the whole address.
    ///   - user: what is said of a user name.
    ///   - path: what is said of a path, behind "has a path, ".
    /// - Throws: `.badURL` naming what is wrong and the right form; secrets are not in it.
    init(parsing rest: String, scheme: String, form: String, user: String, path: String) throws(DeliveryError) {
        let question = rest.firstIndex(of: "?") ?? rest.endIndex
        let slash = rest[..<question].firstIndex(of: "/") ?? question
        guard !rest[..<slash].contains("@") else { throw DeliveryError(.badURL, "\(scheme)://…@…: \(user): write \(form)") }
        let authority = try Authority(parsing: String(rest[..<slash]), scheme: scheme, form: form)
        guard rest[slash..<question].allSatisfy({ $0 == "/" }) else {
            throw DeliveryError(.badURL, "\(scheme)://\(authority.masked)/… has a path, \(path)")
        }
        guard let port = authority.port else { throw DeliveryError(.badURL, "\(scheme)://\(authority.masked) lacks a port: write \(form)") }
        (host, self.port) = (authority.host, port)
        options = try AddressQuery(parsing: rest[question...].dropFirst(), scheme: scheme).entries
    }
}
