/// Where the page is served, as `--http` says it, or something else.
public struct PageAddress: Hashable, Sendable, CustomStringConvertible {
    /// A name or an address, without brackets.
    public let host: String
    /// 0 for any free port.
    public let port: Int
    /// Whether the user named it: an address that was not named may move to the next free port.
    public let isNamed: Bool
    /// Whether the page may be left out, which `off` says.
    let isOptional: Bool
    /// What says it.
    let option: String

    public static let standard = PageAddress(host: "127.0.0.1", port: 8080, isNamed: false)
    /// The last port that the standard address may move to.
    static let lastStandardPort = 8089

    init(host: String, port: Int, isNamed: Bool, isOptional: Bool = true, of option: String = "--http") {
        (self.host, self.port, self.isNamed, self.isOptional, self.option) = (host, port, isNamed, isOptional, option)
    }

    /// Reads `HOST:PORT`; an IPv6 address stands in brackets.
    /// - Parameters:
    ///   - isOptional: whether `off` would do as well, so that errors say so.
    ///   - option: what says it.
    /// - Throws: `.badAddress` naming what is wrong and the right form.
    public init(_ text: String, isOptional: Bool = true, of option: String = "--http") throws(ControlError) {
        func wrong(_ reason: String) -> ControlError {
            let example = option == "--http" ? "127.0.0.1:8080" : "127.0.0.1:4455"
            return ControlError(.badAddress, "\(option) \(text): \(reason): give HOST:PORT such as \(example)\(isOptional ? ", or off" : "")")
        }
        guard let colon = text.lastIndex(of: ":") else {
            throw wrong(!text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber } ? "no host before the port" : "no port")
        }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            throw wrong("an IPv6 address stands in brackets")
        }
        guard !host.isEmpty else { throw wrong("no host") }
        guard host.utf8.allSatisfy(Self.isPlain) else { throw wrong("'\(host)' is not a host name") }
        let digits = text[text.index(after: colon)...]
        guard let port = Int(digits), digits.utf8.allSatisfy({ (48...57).contains($0) }), (0...65535).contains(port) else {
            throw wrong("'\(digits)' is not a port (0 to 65535)")
        }
        self.init(host: String(host), port: port, isNamed: true, isOptional: isOptional, of: option)
    }

    /// Names that every Debian machine gives to itself (/etc/hosts).
    static let loopbackNames: Set<String> = ["localhost", "ip6-localhost", "ip6-loopback"]

    /// Whether only this machine can reach it.
    public var isLoopback: Bool {
        Self.loopbackNames.contains(host.lowercased()) || host == "::1" || host.hasPrefix("127.") && host.utf8.allSatisfy(Self.isOfAddress)
    }

    /// The same host at another port.
    func moved(to port: Int) -> PageAddress { PageAddress(host: host, port: port, isNamed: isNamed, isOptional: isOptional, of: option) }

    /// What to say instead of it, beside another address.
    func orOff(_ words: String = "off") -> String { isOptional ? ", or \(words)" : "" }

    public var description: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "%"): true
        default: false
        }
    }

    private static func isOfAddress(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ".") || (48...57).contains(byte) }
}
