import CSRT
import Glibc
package import Platform
import Synchronization

/// One socket of libsrt, in its live mode, never blocking by itself. Sending belongs to one thread, the rest to any.
package final class SRTSocket: Sendable {
    private let id: SRTSOCKET
    private let events: Int32
    private let isClosed = Atomic<Bool>(false)

    /// libsrt's own threads start with its first use and stay. It would write its troubles to standard error.
    private static let library: Int32 = {
        let status = srt_startup()
        srt_setloghandler(nil) { _, _, _, _, _, _ in }
        return status
    }()

    init() throws(SRTFailure) {
        try srt(Self.library)
        id = try srt(srt_create_socket())
        events = srt_epoll_create()
        do throws(SRTFailure) {
            try srt(events)
            var wanted = Int32(bitPattern: SRT_EPOLL_OUT.rawValue | SRT_EPOLL_ERR.rawValue)
            try srt(srt_epoll_add_usock(events, id, &wanted))
            try set(SRTO_TRANSTYPE, Int32(bitPattern: SRTT_LIVE.rawValue))
            try set(SRTO_SNDSYN, false)
            try set(SRTO_RCVSYN, false)
            // Where the listener lets in what it cannot read, we insist.
            try set(SRTO_ENFORCEDENCRYPTION, true)
            // Who closes has waited as long as it wants to.
            try set(SRTO_LINGER, linger(l_onoff: 0, l_linger: 0))
        } catch {
            close()
            throw error
        }
    }

    deinit { close() }

    /// Breaks the connection at once; the other side is told. Calling it again does nothing.
    package func close() {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        if events >= 0 { srt_epoll_release(events) }
        srt_close(id)
    }

    /// - Parameter value: of the plain C type that libsrt's documentation names for the option.
    func set<Value: BitwiseCopyable>(_ option: SRT_SOCKOPT, _ value: Value) throws(SRTFailure) {
        var value = value
        try srt(srt_setsockflag(id, option, &value, Int32(MemoryLayout<Value>.size)))
    }

    func set(_ option: SRT_SOCKOPT, _ text: String) throws(SRTFailure) {
        var text = text
        try srt(text.withUTF8 { srt_setsockflag(id, option, $0.baseAddress, Int32($0.count)) })
    }

    private func number(_ option: SRT_SOCKOPT) -> Int32? {
        var (value, count): (Int32, Int32) = (0, 4)
        return srt_getsockflag(id, option, &value, &count) == SRT_ERROR ? nil : value
    }

    /// Begins to connect; `state` tells how it went.
    func connect(to address: SocketAddress) throws(SRTFailure) {
        try srt(address.withPointer { srt_connect(id, $0, Int32(address.length)) })
    }

    package enum State { case connecting, connected, broken }

    package var state: State {
        switch srt_getsockstate(id) {
        case SRTS_CONNECTED: .connected
        case SRTS_INIT, SRTS_OPENED, SRTS_CONNECTING, SRTS_LISTENING: .connecting
        default: .broken
        }
    }

    /// Waits for the end of connecting, for room, or for trouble, until `time` at the latest.
    package func wait(until time: MediaTime) {
        var event = SRT_EPOLL_EVENT()
        srt_epoll_uwait(events, &event, 1, max(0, (time - .now()).inNanoseconds / 1_000_000))
    }

    /// One datagram. False when libsrt's buffer is full.
    func send(_ bytes: UnsafeRawBufferPointer) throws(SRTFailure) -> Bool {
        let status = srt_sendmsg2(id, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), nil)
        guard status == SRT_ERROR else { return true }
        let failure = SRTFailure()
        guard failure.code == SRT_EASYNCSND.rawValue else { throw failure }
        return false
    }

    /// Why the listener said no: one of `SRT_REJ_…` or `SRT_REJX_…`.
    package var rejection: Int32 { srt_getrejectreason(id) }

    /// As both sides agreed.
    package var latency: Duration { .milliseconds(number(SRTO_PEERLATENCY) ?? 0) }

    /// Whether everything sent was acknowledged, or given up.
    package var isEmpty: Bool {
        var (packets, bytes) = (0, 0)
        return srt_getsndbuffer(id, &packets, &bytes) == SRT_ERROR || packets == 0
    }

    /// `nil` when there is no connection.
    var statistics: SRTStatistics? {
        var figures = SRT_TRACEBSTATS()
        return srt_bistats(id, &figures, 0, 1) == SRT_ERROR ? nil : SRTStatistics(figures)
    }
}
