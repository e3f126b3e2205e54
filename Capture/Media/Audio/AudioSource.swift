import Glibc

/// What audio is decoded from.
enum AudioSource {
    /// An open regular file, and its name.
    case file(descriptor: Int32, name: String)
    case address(String)

    /// For libavformat: of a file nothing is opened by it, but its ending may say what it is.
    var url: String {
        switch self {
        case .file(_, let name): "file:" + name
        case .address(let text): text
        }
    }

    /// How names of the local network are found is known to a service of this machine alone (RFC 6762).
    var isInLocalNetwork: Bool {
        guard case .address(let text) = self else { return false }
        let parts = text.split(separator: "/" as Character)
        let server = parts.count > 1 ? parts[1] : ""
        let host = server.lastIndex(of: "@").map { server[server.index(after: $0)...] } ?? server
        return host.prefix { $0 != ":" }.lowercased().hasSuffix(".local")
    }

    /// Protocols that an address, and whatever a playlist behind it names, may use: it never leads to a file of this machine.
    var protocols: String {
        guard case .address(let text) = self else { return "none" }
        let scheme = text.prefix { $0 != ":" }.lowercased()
        return switch scheme {
        case "http", "https": "http,https,httpproxy,tcp,tls,crypto,data"
        case "rtmp", "rtmps": "rtmp,rtmps,tcp,tls"
        case "rtsp": "rtsp,rtp,udp,tcp"
        case "srt": "srt"
        case "ftp": "ftp,tcp"
        case "mms", "mmsh": "\(scheme),mmsh,http,tcp"
        default: "none"
        }
    }
}
