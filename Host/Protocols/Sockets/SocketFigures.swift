import Glibc

/// The kernel's own view of a TCP connection, and how long writing to it had to wait.
public struct SocketFigures: Hashable, Sendable {
    /// Written and not yet acknowledged by the other side: waiting in the kernel, or under way.
    public var unacknowledgedBytes: Int?
    /// The part of it that has not left this machine.
    public var unsentBytes: Int?
    /// Smoothed.
    public var roundTrip: Duration?
    /// The rate at which bytes were lately acknowledged, in bits a second; no more than what was sent.
    public var deliveredBitRate: Int?
    /// Segments since the connection was made, and those of them that were sent again.
    public var sentSegments: Int?
    public var repeatedSegments: Int?
    /// How long writes have waited for room since the connection was made, one that waits now included.
    public var blocked: Duration = .zero

    public init() {}

    /// - Parameter descriptor: a TCP socket.
    init(of descriptor: Int32) {
        unacknowledgedBytes = Self.count(descriptor, Self.unacknowledged)
        unsentBytes = Self.count(descriptor, Self.unsent)
        // struct tcp_info of <linux/tcp.h>, which grows at its end; glibc's lacks what the last fifteen years brought.
        withUnsafeTemporaryAllocation(byteCount: 256, alignment: 8) { info in
            var length = socklen_t(info.count)
            guard getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, info.baseAddress, &length) == 0 else { return }
            func word(_ offset: Int) -> Int? { Int(length) >= offset + 4 ? Int(info.load(fromByteOffset: offset, as: UInt32.self)) : nil }
            roundTrip = word(68).flatMap { $0 > 0 ? .microseconds($0) : nil }
            repeatedSegments = word(100)
            sentSegments = word(136)
            guard length >= 168 else { return }
            let rate = info.load(fromByteOffset: 160, as: UInt64.self)
            if rate > 0 { deliveredBitRate = Int(min(rate, 1 << 50)) * 8 }
        }
    }

    /// SIOCOUTQ and SIOCOUTQNSD of <linux/sockios.h>, which Swift does not see.
    private static let unacknowledged: UInt = 0x5411
    private static let unsent: UInt = 0x894B

    private static func count(_ descriptor: Int32, _ request: UInt) -> Int? {
        var count: Int32 = 0
        return ioctl(descriptor, request, &count) == 0 ? Int(count) : nil
    }
}
