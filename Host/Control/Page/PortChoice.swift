import Glibc

/// Finds out whether the page can be served at an address before anything else of a broadcast starts, by binding the port
/// for a moment.
enum PortChoice {
    /// The address with a port that is free now: the one asked for, any free one for port 0, or, when the user named
    /// none, the first free one up to 8089.
    static func free(_ wanted: PageAddress) throws(ControlError) -> PageAddress {
        let last = wanted.isNamed ? wanted.port : max(wanted.port, PageAddress.lastStandardPort)
        for port in wanted.port...last {
            if let found = try reserve(wanted.moved(to: port)) { return wanted.moved(to: found) }
        }
        let ports = wanted.port == last ? "\(wanted)" : "every port from \(wanted) to \(last)"
        let remedy = "choose another with \(wanted.option) \(PageAddress.standard.host):0\(wanted.orOff("\(wanted.option) off"))"
        throw ControlError(.portInUse, "\(ports) is in use by another program: \(remedy)")
    }

    /// The port got, or `nil` when another program has it.
    private static func reserve(_ address: PageAddress) throws(ControlError) -> Int? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(address.host, String(address.port), &hints, &list)
        guard status == 0, let found = list else {
            throw ControlError(
                .unusableAddress,
                "\(address.option) \(address): no such host (\(String(cString: gai_strerror(status)))): give 127.0.0.1:\(address.port)")
        }
        defer { freeaddrinfo(list) }
        let descriptor = socket(found.pointee.ai_family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw unusable(address) }
        defer { close(descriptor) }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard bind(descriptor, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0, listen(descriptor, 1) == 0 else {
            if errno == EADDRINUSE { return nil }
            throw unusable(address)
        }
        return address.port == 0 ? port(of: descriptor) : address.port
    }

    private static func unusable(_ address: PageAddress) -> ControlError {
        let number = errno
        let remedy =
            number == EACCES
            ? "ports below 1024 are the system's, choose one above" : "give an address of this machine, such as 127.0.0.1:\(address.port)"
        return ControlError(.unusableAddress, "\(address.option) \(address): \(String(cString: strerror(number))): \(remedy)")
    }

    private static func port(of descriptor: Int32) -> Int? {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutableBytes(of: &address) { raw -> Int? in
            guard getsockname(descriptor, raw.baseAddress!.assumingMemoryBound(to: sockaddr.self), &length) == 0 else { return nil }
            // The port stands at the same offset for both families, most significant byte first.
            return Int(raw[2]) << 8 | Int(raw[3])
        }
    }
}
