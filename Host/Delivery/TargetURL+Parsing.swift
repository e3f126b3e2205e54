import Codec
import Glibc
import Protocols

extension TargetURL {
    private static let rtmpForm = "rtmp://HOST[:PORT]/APP/KEY"
    private static let addressForms = "use rtmp://, rtmps://, srt://, udp://, http(s)://….m3u8 or a file name"
    private static let kinds: [(ending: String, kind: Kind)] = [
        ("flv", .file(.flv)), ("mkv", .file(.mkv)), ("mp4", .file(.mp4)), ("ts", .file(.mpegts)), ("m3u8", .hls),
        ("m4a", .file(.m4a)), ("mka", .file(.mka)), ("ogg", .file(.ogg)), ("opus", .file(.ogg)), ("aac", .file(.adts)),
    ]

    /// Reads an address: `rtmp://`, `rtmps://`, `srt://`, `udp://`, `http://` or `https://` ending in .m3u8, or the path of a file
    /// ending in .flv, .mkv, .mp4, .ts or .m3u8, for audio alone in .m4a, .mka, .ogg, .opus or .aac.
    ///
    /// Throws `.badURL` naming what is wrong and the right form, `.notWritable` where a file's directory is not to be
    /// written; that of a playlist may be missing, not the one above it. Looks at the file system for paths; blocks no longer than that takes.
    public init(parsing text: String) throws(DeliveryError) {
        guard !text.isEmpty else { throw DeliveryError(.badURL, "an empty target: give \(Self.rtmpForm), \(SRTAddress.form) or a file name") }
        guard !text.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 }) else {
            throw DeliveryError(.badURL, "the target's address holds a control character")
        }
        guard let mark = text.firstRange(of: "://") else {
            self = try Self.parseFile(FolderAddress.playlist(of: text) ?? text)
            return
        }
        let rest = String(text[mark.upperBound...])
        guard !rest.contains(" ") else { throw DeliveryError(.badURL, "the target's address holds a space: write it as %20") }
        switch text[..<mark.lowerBound].lowercased() {
        case "rtmp": self = try Self.parseRTMP(rest, isSecure: false)
        case "rtmps": self = try Self.parseRTMP(rest, isSecure: true)
        case "srt": self = try Self.parseSRT(rest)
        case "udp": self = try Self.parseUDP(rest)
        case "http": self = try Self.parseHTTP(rest, isSecure: false)
        case "https": self = try Self.parseHTTP(rest, isSecure: true)
        case let scheme: throw DeliveryError(.badURL, "\"\(scheme)://\" is not a kind of target: \(Self.addressForms)")
        }
    }

    /// Before the path of a folder.
    public static let folderPrefix = FolderAddress.prefix

    private static func parseRTMP(_ rest: String, isSecure: Bool) throws(DeliveryError) -> TargetURL {
        let scheme = isSecure ? "rtmps" : "rtmp"
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        let host = try Authority(parsing: String(rest[..<slash]), scheme: scheme, form: rtmpForm)
        // A query may stand before the key as well (APP?token=T/KEY): the key is what follows the last slash of all.
        let path = rest[slash...].dropFirst()
        let question = path.firstIndex(of: "?")
        let plain = path[..<(question ?? path.endIndex)]
        let keyStart = plain.contains("/") ? plain.lastIndex(of: "/") : path.lastIndex(of: "/")
        guard !plain.split(separator: "/").isEmpty else {
            throw DeliveryError(.badURL, "\(scheme)://\(host.masked) lacks application and stream key: write \(rtmpForm)")
        }
        guard let keyStart, !path[keyStart...].dropFirst().split(separator: "?", omittingEmptySubsequences: false)[0].isEmpty else {
            throw DeliveryError(.badURL, "\(scheme)://\(host.masked)/… lacks the stream key: write \(rtmpForm)")
        }
        let application = path[..<keyStart].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard application[0].contains(where: { $0 != "/" }) else {
            throw DeliveryError(.badURL, "\(scheme)://\(host.masked)//… lacks the application: write \(rtmpForm)")
        }
        var masked = "\(scheme)://\(host.masked)/\(application[0])"
        if application.count > 1 { masked += "?***" }
        masked += "/***"
        let key = path[keyStart...].dropFirst()
        let parts = key.split(separator: "?", maxSplits: 1).map(String.init)
        var secrets = host.secrets + [String(key), parts[0]] + (application.count > 1 ? [String(application[1])] : [])
        if parts.count > 1 {
            let query = maskQuery(parts[1]) { _ in true }
            masked += "?" + query.masked
            secrets += query.secrets
        }
        return TargetURL(.rtmp(isSecure: isSecure), text: "\(scheme)://\(rest)", masked: masked, secrets: secrets)
    }

    package static func maskQuery(_ query: String, isSecret: (String) -> Bool) -> (masked: String, secrets: [String]) {
        var secrets: [String] = []
        let parts = query.split(separator: "&").map { part in
            let name = part.prefix { $0 != "=" }
            let value = part.dropFirst(name.count + 1)
            if value.allSatisfy({ $0 == "=" }) {
                // A bare word may be a token, and one in base64 may end with "=".
                guard isSecret(name.lowercased()) else { return String(part) }
                secrets += [String(part), String(name)]
                return "***"
            }
            guard isSecret(name.lowercased()) else { return String(part) }
            secrets.append(String(value))
            return "\(name)=***"
        }
        return (parts.joined(separator: "&"), secrets)
    }

    private static func parseFile(_ path: String) throws(DeliveryError) -> TargetURL {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        let ending = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
        guard let match = kinds.first(where: { $0.ending == ending }), name.count > ending.count + 1 else {
            let shown = MistypedAddress.shown(path).map { "\"\($0)\"" } ?? "what was given"
            throw DeliveryError(
                .badURL,
                "\(shown) is neither an address nor a known kind of file: use rtmp://, rtmps://, srt://, udp://, http(s)://, hls:FOLDER "
                    + "or a name ending in .flv, .mkv, .mp4, .ts or .m3u8, for audio alone in .m4a, .mka, .ogg, .opus or .aac")
        }
        if case .file = match.kind, path.contains("%") {
            let pattern = try NamePattern(parsing: path)
            guard !pattern.hasConversions else {
                try checkDirectory(pattern.fixedFolder)
                let text = NamePattern.normalized(path)
                return TargetURL(match.kind, text: text, masked: text, secrets: [], namesFollowTime: true)
            }
            // A percent sign written twice, and nothing of the time.
            return try located(match.kind, pattern.path(at: 0))
        }
        return try located(match.kind, path)
    }

    private static func located(_ kind: Kind, _ path: String) throws(DeliveryError) -> TargetURL {
        let directory = path.contains("/") ? String(path[..<path.lastIndex(of: "/")!]) : "."
        try checkDirectory(directory.isEmpty ? "/" : directory, canBeMade: kind == .hls)
        return TargetURL(kind, text: path, masked: path, secrets: [])
    }

    /// - Parameter canBeMade: one that is missing is made with the first segment, with those above it.
    private static func checkDirectory(_ path: String, canBeMade: Bool = false) throws(DeliveryError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            // Whatever stands in the way is named.
            if canBeMade, errno == ENOENT || errno == ENOTDIR { return try checkDirectory(parent(of: path), canBeMade: true) }
            throw DeliveryError(.notWritable, "the directory \(path) cannot be used (\(String(cString: strerror(errno)))): make it first")
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw DeliveryError(.notWritable, "\(path) is no directory") }
        guard access(path, W_OK | X_OK) == 0 else {
            throw DeliveryError(.notWritable, "the directory \(path) may not be written to: \(String(cString: strerror(errno)))")
        }
    }

    static func parent(of path: String) -> String {
        let parts = path.split(separator: "/").dropLast().joined(separator: "/")
        return path.hasPrefix("/") ? "/" + parts : parts.isEmpty ? "." : parts
    }
}
