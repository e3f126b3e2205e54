import Glibc

/// Where a connection goes: an address of the internet, version 4 or 6, with a port.
struct SocketAddress: Sendable {
    private let storage: sockaddr_storage
    let length: socklen_t
    let family: Int32

    init(_ address: UnsafePointer<sockaddr>, length: socklen_t) {
        var storage = sockaddr_storage()
        let count = min(Int(length), MemoryLayout<sockaddr_storage>.size)
        withUnsafeMutableBytes(of: &storage) { $0.copyMemory(from: UnsafeRawBufferPointer(start: address, count: count)) }
        (self.storage, self.length, family) = (storage, socklen_t(count), Int32(address.pointee.sa_family))
    }

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
}
