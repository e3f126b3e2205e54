import Glibc
public import Platform

/// Where a connection goes: an address of the internet, version 4 or 6, with a port.
public struct SocketAddress: Sendable {
    private let storage: sockaddr_storage
    let length: socklen_t
    /// AF_INET or AF_INET6.
    public let family: Int32

    init(_ address: UnsafePointer<sockaddr>, length: socklen_t) {
        var storage = sockaddr_storage()
        let count = min(Int(length), MemoryLayout<sockaddr_storage>.size)
        withUnsafeMutableBytes(of: &storage) { $0.copyMemory(from: UnsafeRawBufferPointer(start: address, count: count)) }
        (self.storage, self.length, family) = (storage, socklen_t(count), Int32(address.pointee.sa_family))
    }

    /// A numeric address, without brackets; `nil` for a name. Asks no one.
    public init?(numeric host: String, port: UInt16) {
        guard let address = NameLookup.numeric(host, port: port) else { return nil }
        self = address
    }

    /// Valid during the call; `length` bytes.
    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>) -> Result) -> Result {
        withUnsafePointer(to: storage) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body) }
    }

    /// The families by turns, beginning with the first one's: a way that leads nowhere is often one of a whole family.
    static func interleaving(_ addresses: [SocketAddress]) -> [SocketAddress] {
        guard let first = addresses.first else { return [] }
        var (same, other) = (addresses.filter { $0.family == first.family }[...], addresses.filter { $0.family != first.family }[...])
        var ordered: [SocketAddress] = []
        while !same.isEmpty || !other.isEmpty {
            if let next = same.popFirst() { ordered.append(next) }
            if let next = other.popFirst() { ordered.append(next) }
        }
        return ordered
    }

    /// The addresses of a host, in the order in which they are best tried; never empty. Blocks until the deadline at most: the
    /// system's resolver itself knows none.
    ///
    /// - Parameter isWanted: asked every 50 ms; false ends it with `.cancelled`.
    @available(*, noasync)
    public static func all(
        of host: String, port: UInt16, until deadline: MediaTime, isWanted: () -> Bool = { true }
    ) throws(NetworkError) -> [SocketAddress] {
        let wakeup: Wakeup
        do throws(SystemError) { wakeup = try Wakeup() } catch { throw NetworkError(.system, "\(host) is not looked up: \(error)", cause: error) }
        return try NameLookup.addresses(of: host, port: port, until: deadline, waking: wakeup) {
            _ = wakeup.wait(until: min(deadline, .now() + .milliseconds(50)))
            return isWanted()
        }
    }
}
