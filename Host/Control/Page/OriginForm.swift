import NIOHTTP1

extension HTTPRequestHead {
    /// The same request with its path alone, and its authority as the host, where it names all of an address as one to a proxy does
    /// (RFC 9112, section 3.2.2: such requests are accepted, and `Host` is not looked at).
    var inOriginForm: HTTPRequestHead {
        let scheme = "http://"
        guard uri.prefix(scheme.count).lowercased() == scheme else { return self }
        let rest = uri.dropFirst(scheme.count), path = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        var other = self
        other.uri = (rest[path...].hasPrefix("/") ? "" : "/") + rest[path...]
        // What names two hosts is refused all the same.
        if headers["Host"].count <= 1 { other.headers.replaceOrAdd(name: "Host", value: String(rest[..<path])) }
        return other
    }
}
