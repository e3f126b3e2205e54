import CaptureKit
import Glibc
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

    /// A file, whatever its name looks like: nothing in it is taken for an address or a numbered series. `-` is standard input.
    /// - Throws: `.badChoice` or `.permissionDenied`, naming the path.
    init(file path: String) throws(CaptureError) {
        (text, scheme) = (path, nil)
        if path == "-" { return }
        var facts = stat()
        guard stat(path, &facts) == 0, access(path, R_OK) == 0 else {
            let number = errno
            guard number != ENOENT else { throw CaptureError(.badChoice, "'\(path)' does not exist") }
            throw CaptureError(
                number == EACCES ? .permissionDenied : .badChoice, "'\(path)' cannot be read: \(String(cString: strerror(number)))")
        }
        switch facts.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw CaptureError(.badChoice, "'\(path)' is a folder: give a video file")
        case S_IFCHR: throw CaptureError(.badChoice, "'\(path)' is a device: give it as --device \(path)")
        case S_IFIFO: throw CaptureError(.badChoice, "'\(path)' is a pipe: give it as standard input, with --file - < \(path)")
        default: throw CaptureError(.badChoice, "'\(path)' is not a file: give a video file")
        }
    }

    /// - Throws: `.badOption` for what is no address of a known kind.
    init(address: String) throws(CaptureError) {
        let scheme = address.firstRange(of: "://").map { address[..<$0.lowerBound].lowercased() } ?? ""
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

    /// For libavformat.
    var url: String { isLocal ? "file:" + text : text }

    /// Protocols that it, and whatever a playlist behind it names, may use: an address never leads to a file of this machine,
    /// nor a file to the network.
    var protocols: String { scheme.flatMap { Self.schemes[$0] } ?? "file,crypto,data" }

    /// For people, without what may be secret.
    var description: String { isLocal ? isPipe ? "standard input" : "'\(text)'" : MaskedAddress(text).description }
}
