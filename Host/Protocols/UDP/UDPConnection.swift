import Glibc
package import Platform
import Synchronization

/// MPEG-TS in datagrams. No one answers: anyone who listens hears it, and that no one does is no fault.
package final class UDPConnection: DatagramConnection, @unchecked Sendable {
    // @unchecked: what stands under the last banner belongs to the thread that opens it; the rest is constant or atomic.
    private let address: UDPAddress
    private let bitsPerSecond: Int
    package let state = DatagramState()
    private let sentPackets = Atomic<Int>(0)
    // --- the thread that opens it
    private var descriptor: Int32 = -1
    private var burstBytes = 0
    /// A receiver's socket holds some 200 KB, less than a large key frame: so much goes out at once, then comes a pause of a millisecond.
    private static let longestBurstBytes = 48 * 1024

    /// - Parameter bitsPerSecond: of the whole stream.
    package init(_ address: UDPAddress, bitsPerSecond: Int) { (self.address, self.bitsPerSecond) = (address, bitsPerSecond) }

    deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

    /// The kernel sends at once, or has no room.
    package var unsentBytes: Int? { nil }

    package var link: LinkFigures {
        var figures = LinkFigures()
        figures.sentPackets = sentPackets.load(ordering: .relaxed)
        figures.blocked = state.blocked
        return figures
    }

    package func open(until deadline: MediaTime) throws(NetworkError) {
        try state.open(host: address.host, port: address.port, datagramBytes: address.datagramBytes, until: deadline) {
            (peers) throws(NetworkError) in
            try connect(peers)
            sentPackets.store(0, ordering: .relaxed)
        }
    }

    /// The first address that there is a way to, as far as this machine knows.
    private func connect(_ peers: [SocketAddress]) throws(NetworkError) {
        var failure: SystemError?
        for peer in peers {
            do throws(SystemError) {
                descriptor = try opened(peer)
                return
            } catch { failure = error }
        }
        throw NetworkError(.unreachable, "no way there: \(failure?.reason ?? "no address")", cause: failure)
    }

    private func opened(_ peer: SocketAddress) throws(SystemError) -> Int32 {
        let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let made = try systemCall("socket") { socket(peer.family, kind, 0) }
        do throws(SystemError) {
            // An eighth of a second, and room for a burst; the kernel books a good deal more than the bytes themselves.
            try set(made, SOL_SOCKET, SO_SNDBUF, Int32(max(128 * 1024, bitsPerSecond / 64)))
            try set(made, SOL_SOCKET, SO_BROADCAST, 1)
            try setWay(made, peer)
            try systemCall("connect") { peer.withPointer { Glibc.connect(made, $0, peer.length) } }
            return made
        } catch {
            Glibc.close(made)
            throw error
        }
    }

    private func setWay(_ made: Int32, _ peer: SocketAddress) throws(SystemError) {
        if let hops = address.hops {
            let isIPv4 = peer.family == AF_INET
            let level = Int32(isIPv4 ? IPPROTO_IP : IPPROTO_IPV6)
            let option = isIPv4 ? (peer.isMulticast ? IP_MULTICAST_TTL : IP_TTL) : (peer.isMulticast ? IPV6_MULTICAST_HOPS : IPV6_UNICAST_HOPS)
            // 0 keeps a group's datagrams on this machine; to a single receiver the kernel sends none without a hop.
            try set(made, level, option, Int32(peer.isMulticast ? hops : max(1, hops)))
        }
        guard let localHost = address.localHost, let local = SocketAddress(numeric: localHost, port: 0) else { return }
        if peer.isMulticast, var way = local.inIPv4 {
            try systemCall("setsockopt") { setsockopt(made, Int32(IPPROTO_IP), IP_MULTICAST_IF, &way, socklen_t(MemoryLayout<in_addr>.size)) }
        }
        try systemCall("bind") { local.withPointer { bind(made, $0, local.length) } }
    }

    private func set(_ made: Int32, _ level: Int32, _ option: Int32, _ value: Int32) throws(SystemError) {
        var value = value
        try systemCall("setsockopt") { setsockopt(made, level, option, &value, 4) }
    }

    package func write(_ bytes: UnsafeRawBufferPointer, until deadline: MediaTime) throws(NetworkError) {
        guard descriptor >= 0 else { throw NetworkError(.lost, "it is not open") }
        burstBytes = 0
        try state.cut(bytes) { datagram throws(NetworkError) in
            if burstBytes >= Self.longestBurstBytes {
                state.limit.pause(until: .now() + .milliseconds(1))
                burstBytes = 0
            }
            burstBytes += datagram.count
            try send(datagram, until: deadline)
        }
    }

    private func send(_ datagram: UnsafeRawBufferPointer, until deadline: MediaTime) throws(NetworkError) {
        var failure = attempt(datagram)
        if failure == EAGAIN || failure == ENOBUFS {
            let isOver = state.waitForRoom(until: deadline) { time in
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                // ENOBUFS is the interface's queue, which poll(2) knows nothing of.
                if failure == ENOBUFS { state.limit.pause(until: min(time, .now() + .milliseconds(2))) } else { _ = pollUntil(time, &entry, 1) }
                failure = attempt(datagram)
                return failure != EAGAIN && failure != ENOBUFS
            }
            guard isOver else { throw NetworkError(.timedOut, "the network accepts no more data") }
        }
        switch failure {
        case 0: sentPackets.add(1, ordering: .relaxed)
        case EMSGSIZE: throw NetworkError(.badAddress, "the network does not carry datagrams of \(datagram.count) bytes: use pkt_size=1316")
        default: throw NetworkError(.unreachable, "no way there: \(String(cString: strerror(failure)))")
        }
    }

    /// errno, or 0 once it is sent. That a datagram before this one found no one (ECONNREFUSED) is reported instead of sending.
    private func attempt(_ datagram: UnsafeRawBufferPointer) -> Int32 {
        for _ in 0..<4 {
            if Glibc.send(descriptor, datagram.baseAddress, datagram.count, Int32(MSG_NOSIGNAL)) >= 0 { return 0 }
            guard errno == ECONNREFUSED || errno == EINTR else { return errno }
        }
        return 0
    }

    package func close(until deadline: MediaTime) {
        guard descriptor >= 0 else { return }
        Glibc.close(descriptor)
        descriptor = -1
        state.close()
    }
}
