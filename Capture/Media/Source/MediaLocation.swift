import CaptureKit
import Platform

/// Where a video is read from: a file, standard input, or an address.
struct MediaLocation: Hashable, CustomStringConvertible {
    /// As it was given: a path, `-`, or an address.
    let text: String
    /// `nil` for a file.
    private let scheme: String?

    private static let schemes: [String: String] = [
        "http": "http,httpproxy,tcp", "https": "http,https,httpproxy,tcp,tls,crypto,data", "rtmp": "rtmp,tcp", "rtmps": "rtmp,rtmps,tcp,tls",
        "rtsp": "rtsp,rtp,udp,tcp", "srt": "srt", "udp": "udp",
    ]

    /// A file; `-` is standard input.
    init(file path: String) { (text, scheme) = (path, nil) }

    /// - Throws: `.badOption` for what is no address of a known kind.
    init(address: String) throws(CaptureError) {
        let scheme = address.range(ofText: "://").map { address[..<$0.lowerBound].lowercased() } ?? ""
        guard Self.schemes[scheme] != nil else {
            let known = Self.schemes.keys.sorted().map { $0 + "://" }.joined(separator: ", ")
            throw CaptureError(.badOption, "--url \(MaskedAddress(address)): give an address that begins with \(known); for a file, --file PATH")
        }
        (text, self.scheme) = (address, scheme)
    }

    /// Something on this machine.
    var isLocal: Bool { scheme == nil }
    /// Standard input: read once, from its start to its end.
    var isPipe: Bool { isLocal && text == "-" }

    /// For libavformat. Of a file only what its name says of its kind: it is open, and no part of its name is a pattern.
    var url: String { isLocal ? "video" + ending : text }

    private var ending: Substring {
        guard let dot = text.lastIndex(of: ".") else { return "" }
        let letters = text[dot...].dropFirst()
        return letters.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) } ? text[dot...] : ""
    }

    /// Protocols that it, and whatever a playlist behind it names, may use: an address never leads to a file of this machine,
    /// nor a file to anything.
    var protocols: String { scheme.flatMap { Self.schemes[$0] } ?? "none" }

    /// How names of the local network are found is known to a service of this machine alone (RFC 6762).
    var isInLocalNetwork: Bool {
        guard let start = text.range(ofText: "://")?.upperBound else { return false }
        let server = text[start...].prefix { $0 != "/" && $0 != "?" }
        let host = server.lastIndex(of: "@").map { server[server.index(after: $0)...] } ?? server
        return host.prefix { $0 != ":" }.lowercased().hasSuffix(".local")
    }

    /// For people, without what may be secret.
    var description: String { isLocal ? isPipe ? "standard input" : "'\(text)'" : MaskedAddress(text).description }
}
