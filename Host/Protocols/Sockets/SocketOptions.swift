import Glibc

/// What a TCP socket is told before it connects.
struct SocketOptions {
    /// The most that the kernel may hold, its own bookkeeping included; `nil` lets it grow as it likes.
    var sendBufferBytes: Int?
    let userTimeout: Duration
    /// SO_BUF_LOCK of <asm-generic/socket.h>, newer than glibc's headers.
    private static let bufferLock: Int32 = 72

    init(sendBufferBytes: Int?, userTimeout: Duration) { (self.sendBufferBytes, self.userTimeout) = (sendBufferBytes, userTimeout) }

    func apply(to descriptor: Int32) {
        set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        set(descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, Int32(clamping: userTimeout.inNanoseconds / 1_000_000))
        applySendBuffer(to: descriptor)
    }

    func applySendBuffer(to descriptor: Int32) {
        guard let sendBufferBytes else { return }
        // The kernel books twice what is asked.
        let asked = Int32(clamping: max(16 * 1024, sendBufferBytes) / 2)
        set(descriptor, SOL_SOCKET, SO_SNDBUF, asked)
        var (granted, length) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
        getsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &granted, &length)
        let isCapped = granted / 2 < asked
        // Beyond what the system lets anyone ask for (net.core.wmem_max), the kernel may grow it as a long way needs, and what
        // has not been sent is bounded instead.
        set(descriptor, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, isCapped ? asked : .max)
        if isCapped { set(descriptor, SOL_SOCKET, Self.bufferLock, 0) }
    }

    private func set(_ descriptor: Int32, _ level: Int32, _ name: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}
