import Foundation

/// Takes a free TCP port on loopback from the system: unused now, and not handed out twice in a row.
public func freePort() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw FixtureError("no socket") }
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
            bind(descriptor, pointer, length) == 0 && getsockname(descriptor, pointer, &length) == 0
        }
    }
    guard status else { throw FixtureError("no free port") }
    return UInt16(bigEndian: address.sin_port)
}

/// Whether somebody listens on this TCP port of IPv4, by the kernel's own list: unlike a connection on trial, no one notices.
public func isListening(onPort port: UInt16) -> Bool {
    let digits = String(port, radix: 16, uppercase: true)
    let ending = ":" + String(repeating: "0", count: 4 - digits.count) + digits
    return textOfFile("/proc/net/tcp").split(separator: "\n").contains { line in
        let fields = line.split(separator: " ")
        // Local address, then the other end's, then the state: 0A listens.
        return fields.count > 3 && fields[3] == "0A" && fields[1].hasSuffix(ending)
    }
}
