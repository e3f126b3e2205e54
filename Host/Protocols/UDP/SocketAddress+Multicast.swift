import Glibc

extension SocketAddress {
    /// One address for many receivers.
    var isMulticast: Bool {
        if let inIPv4 { return UInt32(bigEndian: inIPv4.s_addr) >> 28 == 0xE }
        return withPointer { address in
            address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { withUnsafeBytes(of: $0.pointee.sin6_addr) { $0.first == 0xFF } }
        }
    }

    /// The IPv4 address alone, as multicast options take it; `nil` for IPv6.
    var inIPv4: in_addr? {
        guard family == AF_INET else { return nil }
        return withPointer { address in address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee.sin_addr } }
    }
}
