import Glibc

extension TargetURL {
    /// What is the same for two addresses of one target, in this host or another of this machine; tells no one the key (64-bit FNV-1a).
    public var fingerprint: String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in canonical.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return String(hash, radix: 16)
    }

    /// The address as everyone would spell it: the server in lower case, without its usual port; a path from the root on. Secret.
    private var canonical: String {
        switch kind {
        case .hls: return Self.wholePath(text, fixed: nil)
        case .file:
            if let namePattern { return Self.wholePath(text, fixed: namePattern.fixedFolder) }
            return Self.wholePath(Self.followed(text), fixed: nil)
        case .rtmp, .srt, .udp, .httpHLS: break
        }
        let rest = afterScheme
        let end = rest.firstIndex { "/?".contains($0) } ?? rest.endIndex
        // A user's name and password are meant as they stand.
        let start = rest[..<end].lastIndex(of: "@").map { rest.index(after: $0) } ?? rest.startIndex
        var server = rest[start..<end].lowercased()
        if let port = usualPort, server.hasSuffix(":\(port)") { server.removeLast("\(port)".count + 1) }
        return "\(text.prefix { $0 != ":" }.lowercased())://" + rest[..<start] + server + rest[end...]
    }

    private var usualPort: Int? {
        switch kind {
        case .rtmp(let isSecure): isSecure ? 443 : 1935
        case .httpHLS(let isSecure): isSecure ? 443 : 80
        case .srt, .udp, .file, .hls: nil
        }
    }

    /// Where a recording that is written through links lands. Devices can be many targets at a time: each link to one is a place of its own.
    private static func followed(_ path: String) -> String {
        var facts = stat()
        if stat(path, &facts) == 0, facts.st_mode & S_IFMT != S_IFREG { return path }
        var path = path
        for _ in 0..<mostLinks {
            var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(path, &buffer, buffer.count)
            guard count > 0 else { break }
            let next = String(decoding: buffer[..<count], as: UTF8.self)
            path = next.hasPrefix("/") ? next : (path.lastIndex(of: "/").map { String(path[...$0]) } ?? "") + next
        }
        return path
    }

    /// As many as the kernel follows.
    private static let mostLinks = 40

    /// Its directory is there, as parsing made sure, or that of a playlist can be made; the file may not be.
    /// - Parameter fixed: of a name with conversions, the part that is a directory.
    private static func wholePath(_ path: String, fixed: String?) -> String {
        let slash = fixed.map { $0 == "." ? nil : path.index(path.startIndex, offsetBy: $0 == "/" ? 0 : $0.count) } ?? path.lastIndex(of: "/")
        let directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        guard let resolved = realpath(directory, nil) else {
            guard let above = realpath(parent(of: directory), nil) else { return path }
            defer { free(above) }
            return String(cString: above) + "/" + (directory.split(separator: "/").last ?? "") + (slash.map { path[$0...] } ?? path[...])
        }
        defer { free(resolved) }
        return String(cString: resolved) + "/" + (slash.map { path[path.index(after: $0)...] } ?? path[...])
    }
}
