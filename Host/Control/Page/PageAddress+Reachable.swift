import Glibc

extension PageAddress {
    /// What to type to reach it: an address that stands for all of this machine's (0.0.0.0, ::) names none that a browser elsewhere could
    /// ask for, so the first one takes its place that other machines reach, or else the loopback address.
    var reachable: PageAddress {
        guard host == "0.0.0.0" || host == "::" else { return self }
        let found = Self.interfaceAddresses()
        let reached = found.first { !$0.contains(":") } ?? (host == "::" ? found.first : nil)
        return PageAddress(host: reached ?? "127.0.0.1", port: port, isNamed: isNamed)
    }

    /// Of interfaces that are up, in the system's order (getifaddrs(3)), but for loopback and those that are valid on one link alone.
    private static func interfaceAddresses() -> [String] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        var addresses: [String] = []
        var next = first
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard let address = entry.ifa_addr, entry.ifa_flags & UInt32(IFF_UP) != 0, entry.ifa_flags & UInt32(IFF_LOOPBACK) == 0 else { continue }
            let family = Int32(address.pointee.sa_family)
            let length = family == AF_INET ? MemoryLayout<sockaddr_in>.size : family == AF_INET6 ? MemoryLayout<sockaddr_in6>.size : 0
            var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            guard length > 0, getnameinfo(address, socklen_t(length), &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST) == 0 else { continue }
            let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if !text.hasPrefix("169.254."), !text.hasPrefix("fe80:") { addresses.append(text) }
        }
        return addresses
    }
}
