import Glibc

/// An Internet address with its port, as the kernel takes it.
struct SocketAddress: Hashable, Sendable {
    /// Of a `sockaddr_in` or a `sockaddr_in6`.
    private let bytes: [UInt8]

    init(copying address: UnsafePointer<sockaddr>, count: Int) { bytes = Array(UnsafeRawBufferPointer(start: address, count: count)) }

    /// A numeric IPv4 or IPv6 address, without brackets; `nil` for a name.
    init?(numeric host: String, port: Int) {
        var hints = addrinfo()
        (hints.ai_flags, hints.ai_socktype) = (AI_NUMERICHOST | AI_NUMERICSERV, Int32(SOCK_DGRAM.rawValue))
        guard case .success(let found) = Self.lookUp(host, port, hints), let first = found.first else { return nil }
        self = first
    }

    /// getaddrinfo(3): blocks as long as the system's resolver likes. Fails with its status.
    static func lookUp(_ host: String, _ port: Int, _ hints: addrinfo) -> Result<[SocketAddress], Failure> {
        var (hints, list): (addrinfo, UnsafeMutablePointer<addrinfo>?) = (hints, nil)
        let status = getaddrinfo(host, "\(port)", &hints, &list)
        guard status == 0 else { return .failure(Failure(status: status)) }
        defer { freeaddrinfo(list) }
        var found: [SocketAddress] = []
        var next = list
        while let entry = next {
            if [AF_INET, AF_INET6].contains(entry.pointee.ai_family), let address = entry.pointee.ai_addr {
                let made = SocketAddress(copying: address, count: Int(entry.pointee.ai_addrlen))
                if !found.contains(made) { found.append(made) }
            }
            next = entry.pointee.ai_next
        }
        return .success(found)
    }

    /// A status of getaddrinfo(3).
    struct Failure: Error, Sendable {
        let status: Int32
        var words: String { String(cString: gai_strerror(status)) }
    }

    var family: Int32 { withPointer { address, _ in Int32(address.pointee.sa_family) } }

    /// One address for many receivers.
    var isMulticast: Bool { family == AF_INET ? bytes[4] & 0xF0 == 0xE0 : bytes[8] == 0xFF }

    /// The IPv4 address alone, as multicast options take it; `nil` for IPv6.
    var inIPv4: in_addr? {
        guard family == AF_INET else { return nil }
        return withPointer { address, _ in address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee.sin_addr } }
    }

    /// Valid during the call.
    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        bytes.withUnsafeBytes { body($0.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count)) }
    }
}
