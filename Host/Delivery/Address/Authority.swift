import Glibc

/// `[USER[:PASSWORD]@]HOST[:PORT]` of an address.
package struct Authority: Hashable, Sendable {
    /// As written, a password with it; secret.
    package let user: String?
    /// An IPv6 address without its brackets.
    package let host: String
    package let port: Int?
    /// What people may see of it.
    package let masked: String
    package let secrets: [String]

    /// - Parameters:
    ///   - scheme: without `://`, for messages.
    ///   - form: the right form of the whole address.
    /// - Throws: `.badURL` naming the part that is wrong.
    package init(parsing text: String, scheme: String, form: String) throws(DeliveryError) {
        var rest = text[...]
        if let at = text.lastIndex(of: "@") {
            let before = text[..<at]
            (user, rest) = (String(before), text[text.index(after: at)...])
            secrets = [String(before)] + before.split(separator: ":").map(String.init)
        } else {
            (user, secrets) = (nil, [])
        }
        let (name, digits): (String, Substring?)
        if rest.hasPrefix("[") {
            guard let end = rest.firstIndex(of: "]") else {
                throw DeliveryError(.badURL, "\(scheme)://\(rest): a ] is missing behind the IPv6 address")
            }
            name = String(rest[rest.index(after: rest.startIndex)..<end])
            guard Self.isIPv6(name) else { throw DeliveryError(.badURL, "[\(name)] is no IPv6 address: write one such as [2001:db8::1]") }
            let behind = rest[rest.index(after: end)...]
            guard behind.isEmpty || behind.hasPrefix(":") else {
                throw DeliveryError(.badURL, "\"\(behind)\" makes no sense behind [\(name)]: write \(form)")
            }
            digits = behind.isEmpty ? nil : behind.dropFirst()
        } else {
            let colon = rest.firstIndex(of: ":")
            guard colon == rest.lastIndex(of: ":") else {
                throw DeliveryError(
                    .badURL, "\(scheme)://… has two colons in its host: an IPv6 address stands in brackets, as in \(scheme)://[::1]:9000")
            }
            name = String(rest[..<(colon ?? rest.endIndex)])
            digits = colon.map { rest[rest.index(after: $0)...] }
        }
        guard !name.isEmpty else { throw DeliveryError(.badURL, "\(scheme):// names no host: write \(form)") }
        guard rest.hasPrefix("[") || name.unicodeScalars.allSatisfy(Self.isInName) else {
            throw DeliveryError(.badURL, "\"\(name)\" is no name of a host: write \(form)")
        }
        host = name
        port = try digits.map { digits throws(DeliveryError) in try Self.number(digits) }
        masked = (secrets.isEmpty ? "" : "***@") + rest
    }

    private static func number(_ digits: Substring) throws(DeliveryError) -> Int {
        guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits), (1...65535).contains(number) else {
            throw DeliveryError(.badURL, "\"\(digits)\" is no port: use 1 to 65535")
        }
        return number
    }

    private static func isInName(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value > 127 || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || ["-", ".", "_"].contains(scalar)
    }

    /// An interface may stand behind it: `fe80::1%eth0`.
    private static func isIPv6(_ text: String) -> Bool {
        var parsed = in6_addr()
        return inet_pton(AF_INET6, String(text.prefix { $0 != "%" }), &parsed) == 1
    }
}
