/// A folder on a web server, whose files are put and deleted by their names.
package struct HTTPAddress: Hashable, Sendable {
    /// An IPv6 address without its brackets.
    package let host: String
    /// `nil` is the scheme's usual one.
    private let givenPort: Int?
    package let isSecure: Bool
    /// `USER:PASSWORD`, decoded; secret.
    package let credentials: String?
    /// Of a request line, before and behind a file's name; secret.
    private let before: String
    private let behind: String

    /// - Parameters:
    ///   - port: as the address has it.
    ///   - before: from the first slash of the address to a file's name.
    ///   - behind: what follows the name.
    package init(host: String, port: Int?, isSecure: Bool, credentials: String?, before: String, behind: String) {
        (self.host, givenPort, self.isSecure, self.credentials) = (host, port, isSecure, credentials)
        (self.before, self.behind) = (PercentText.encoded(before), PercentText.encoded(behind))
    }

    package var port: Int { givenPort ?? (isSecure ? 443 : 80) }

    /// What a request line says of the file of this name.
    package func target(_ name: String) -> String { before + PercentText.encoded(name) + behind }

    /// As the `Host` field has it.
    package var hostField: String {
        let host = host.contains(":") ? "[\(host)]" : host
        return givenPort.map { "\(host):\($0)" } ?? host
    }
}
