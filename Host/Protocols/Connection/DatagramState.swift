import Platform
import Synchronization

/// What every connection that sends datagrams keeps: how far it has got, how long writes have waited, when its calls give up,
/// and what is not yet a whole packet.
package final class DatagramState: @unchecked Sendable {
    // @unchecked: the cutter belongs to the thread that opens the connection; the rest is constant or atomic.
    let limit = CallLimit()
    private let currentPhase = Atomic<UInt8>(ConnectionPhase.closed.rawValue)
    private let blockedNanoseconds = Atomic<Int64>(0)
    private var cutter = TransportCutter()

    var phase: ConnectionPhase { ConnectionPhase(rawValue: currentPhase.load(ordering: .relaxed)) ?? .closed }
    /// How long writes have waited for room since the connection was made.
    var blocked: Duration { .nanoseconds(blockedNanoseconds.load(ordering: .relaxed)) }

    // MARK: The thread that opens the connection

    /// Finds the host's addresses and lets `connect` connect to one of them.
    @available(*, noasync)
    func open(
        host: String, port: Int, datagramBytes: Int, until deadline: MediaTime, _ connect: ([SocketAddress]) throws(NetworkError) -> Void
    ) throws(NetworkError) {
        do throws(NetworkError) {
            enter(.resolving)
            let peers = try limit.addresses(of: host, port: port, until: deadline)
            enter(.connecting)
            try connect(peers)
            cutter = TransportCutter(datagramBytes: datagramBytes)
            blockedNanoseconds.store(0, ordering: .relaxed)
            enter(.connected)
        } catch {
            enter(.closed)
            throw error
        }
    }

    /// Calls `send` with each datagram of an MPEG-TS byte stream.
    func cut(_ bytes: UnsafeRawBufferPointer, _ send: (UnsafeRawBufferPointer) throws(NetworkError) -> Void) throws(NetworkError) {
        try cutter.cut(bytes, emit: send)
    }

    /// Repeats `attempt`, which waits for room until the time it is given at most, until it says true. False when time is up.
    func waitForRoom(until deadline: MediaTime, _ attempt: (MediaTime) -> Bool) -> Bool {
        let began = MediaTime.now()
        defer { blockedNanoseconds.add((MediaTime.now() - began).inNanoseconds, ordering: .relaxed) }
        return limit.wait(until: deadline, attempt)
    }

    func close() { enter(.closed) }

    private func enter(_ phase: ConnectionPhase) { currentPhase.store(phase.rawValue, ordering: .relaxed) }
}
