public import Delivery

extension TargetURL {
    /// The name or address of the server, without port; `nil` for files.
    public var host: String? {
        switch kind {
        case .file, .hls: return nil
        case .rtmp, .srt, .udp, .httpHLS:
            let rest = afterScheme
            var authority = rest.prefix { !"/?".contains($0) }
            if let at = authority.lastIndex(of: "@") { authority = authority[authority.index(after: at)...] }
            if authority.hasPrefix("[") { return String(authority.dropFirst().prefix { $0 != "]" }) }
            return String(authority.prefix { $0 != ":" })
        }
    }
}
