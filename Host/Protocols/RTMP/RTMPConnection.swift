package import Codec
package import Platform
import Synchronization

/// RTMP and RTMPS by our own client, which publishes and does nothing else.
///
/// The kernel holds half a second of media at most, since what it holds cannot be dropped any more. What the server says is read
/// between two writes and while one waits for room, so that a refusal in mid-stream is seen as such.
package final class RTMPConnection: Connection, @unchecked Sendable {
    // @unchecked: what is not constant, atomic or in a mutex belongs to the thread that opens it.
    let address: RTMPAddress
    let settings: ConnectionSettings
    /// What will be published.
    let codings: [Coding]
    private let current = Mutex(Current())
    private let currentPhase = Atomic<UInt8>(ConnectionPhase.closed.rawValue)
    private let bitsPerSecond: Atomic<Int>

    private struct Current {
        var socket: StreamSocket?
        var end: MediaTime?
    }

    // --- the thread that opens it
    /// Told of each phase of opening as it begins.
    package var entering: ((OpeningStage) -> Void)?
    var socket: StreamSocket?
    var publisher: RTMPPublisher?
    /// What is being sent, and how much of it was.
    private var sending: [UInt8] = []
    private var sentBytes = 0
    private let incoming = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
    private var failure: NetworkError?
    /// Whether we broke off ourselves: a goodbye may still be sent.
    private var isBrokenOff = false
    private var isReadingLastMessages = false
    private var allowance = IncomingAllowance()
    /// Of one round.
    private static let mostReads = 16
    /// That wait to be sent, until no more is read that may call for others.
    private static let mostAnswerBytes = 64 * 1024
    private var acceptedAt = MediaTime.zero
    private var nextTuning = MediaTime.zero

    /// - Parameter codings: what will be published; a server that does not announce what needs enhanced RTMP is refused while opening.
    package init(_ address: RTMPAddress, _ settings: ConnectionSettings, codings: [Coding] = []) {
        (self.address, self.settings, self.codings) = (address, settings, codings)
        bitsPerSecond = Atomic(settings.bitsPerSecond)
    }

    deinit { incoming.deallocate() }

    package var phase: ConnectionPhase { ConnectionPhase(rawValue: currentPhase.load(ordering: .relaxed)) ?? .closed }
    package var unsentBytes: Int? { link.unsentBytes }

    package var link: LinkFigures {
        current.withLock { $0.socket }.map { LinkFigures($0.figures) } ?? LinkFigures()
    }

    package func open(until deadline: MediaTime) throws(NetworkError) {
        (failure, isBrokenOff, isReadingLastMessages, sentBytes) = (nil, false, false, 0)
        allowance = IncomingAllowance()
        sending.removeAll(keepingCapacity: true)
        do throws(NetworkError) {
            try connect(until: deadline)
            (acceptedAt, nextTuning) = (.now(), .now() + .seconds(1))
            show(.connected)
        } catch {
            hangUp()
            throw error
        }
    }

    /// Prepares to publish these streams on the connection that is open; nothing is sent before the first packet.
    package func begin(_ streams: [StreamDescription], start: MediaTime, from first: MediaTime) {
        publisher?.begin(streams, start: start, from: first)
    }

    /// Sends a packet. What is thrown is final, only `close` may follow.
    ///
    /// - Returns: how many bytes were sent for it; 0 when it was left out.
    package func write(_ packet: Packet, until deadline: MediaTime) throws(NetworkError) -> Int {
        try send(until: deadline) { (publisher) throws(NetworkError) in try publisher.publish(packet) }
    }

    /// Leaves out the time until `next`.
    package func skip(to next: MediaTime) { publisher?.skip(to: next) }

    /// Says that the last picture was sent, and how many bytes that took.
    package func finish(until deadline: MediaTime) throws(NetworkError) -> Int { try send(until: deadline) { $0.endMedia() } }

    /// Receives what the server says, and answers it. What is thrown is final, only `close` may follow.
    package func listen(until deadline: MediaTime) throws(NetworkError) { _ = try send(until: deadline) { _ in } }

    package func close(until deadline: MediaTime) {
        if let socket, failure == nil || isBrokenOff {
            publisher?.sayGoodbye()
            // A goodbye that cannot be sent is left out.
            do throws(NetworkError) {
                try flush(socket, until: deadline)
                socket.close(until: deadline)
            } catch {}
        }
        hangUp()
    }

    package func end(by time: MediaTime) {
        current.withLock {
            $0.end = min(time, $0.end ?? time)
            $0.socket?.end(by: time)
        }
    }

    package func expect(bitsPerSecond: Int) { self.bitsPerSecond.store(bitsPerSecond, ordering: .relaxed) }

    // --- the thread that opens it

    func show(_ phase: ConnectionPhase) { currentPhase.store(phase.rawValue, ordering: .relaxed) }

    /// A socket for one attempt.
    func makeSocket() throws(NetworkError) -> StreamSocket {
        let bytes = Self.bufferBytes(bitsPerSecond.load(ordering: .relaxed), roundTrip: .zero)
        let made = try StreamSocket(
            host: address.host, port: address.port,
            security: address.isSecure ? settings.security : .none,
            sendBufferBytes: bytes, userTimeout: settings.stallLimit)
        current.withLock {
            $0.socket = made
            if let end = $0.end { made.end(by: end) }
        }
        socket = made
        return made
    }

    /// Sends what `speak` gives the publisher to say, receives what has come and answers it. The number of bytes of the former.
    private func send(
        until deadline: MediaTime, _ speak: (inout RTMPPublisher) throws(NetworkError) -> Void
    ) throws(NetworkError) -> Int {
        guard let socket, publisher != nil, failure == nil else { throw failure ?? NetworkError(.lost, "it is not connected") }
        do throws(NetworkError) {
            tune(socket)
            let before = publisher!.outgoing.count
            try speak(&publisher!)
            let count = publisher!.outgoing.count - before
            try flush(socket, until: deadline)
            _ = try receiveAvailable(socket)
            // An answer to what came.
            if publisher?.outgoing.isEmpty == false { try flush(socket, until: deadline) }
            return count
        } catch {
            failure = error
            throw error
        }
    }

    /// Sends what is outgoing, and receives what the server says meanwhile.
    func flush(_ socket: StreamSocket, until deadline: MediaTime) throws(NetworkError) {
        while true {
            if sentBytes == sending.count {
                sending.removeAll(keepingCapacity: true)
                sentBytes = 0
                if publisher?.outgoing.isEmpty == false { swap(&sending, &publisher!.outgoing) }
            }
            let hasRest = try step { () throws(NetworkError) in
                if sentBytes < sending.count {
                    sentBytes += try sending.withUnsafeBufferPointer { (bytes) throws(NetworkError) in
                        try socket.send(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[sentBytes...]))
                    }
                }
                return try socket.isHolding() || sentBytes < sending.count
            }
            guard hasRest else {
                if publisher?.outgoing.isEmpty == false { continue }
                return
            }
            // What calls for answers waits until those before have gone.
            let isListening = (publisher?.outgoing.count ?? 0) < Self.mostAnswerBytes
            let interest: Readiness = isListening ? [.readable, .writable] : .writable
            let ready = try step { () throws(NetworkError) in try socket.wait(for: interest, until: deadline) }
            if ready.contains(.readable), isListening { _ = try receiveAvailable(socket) }
        }
    }

    /// Reads what has come, without waiting; what is left of much is read the next time.
    func receiveAvailable(_ socket: StreamSocket) throws(NetworkError) -> RTMPPublisher.Outcome {
        var outcome = RTMPPublisher.Outcome.none
        for _ in 0..<Self.mostReads {
            guard let count = try step({ () throws(NetworkError) in try socket.receive(into: incoming) }) else { break }
            guard count > 0 else { throw explain(NetworkError(.ended, "the server hung up")) }
            guard allowance.covers(count, at: .now()) else {
                let code = publisher?.state == .live ? NetworkError.Code.lost : .rejected
                throw NetworkError(code, "the server sends without end, though there is nothing to say to a publisher: check the address")
            }
            let next = try publisher?.receive(UnsafeRawBufferPointer(rebasing: incoming[..<count])) ?? .none
            if next != .none { outcome = next }
        }
        return outcome
    }

    /// Carries out a step; a network error is explained by what was being done.
    func step<Result>(_ body: () throws(NetworkError) -> Result) throws(NetworkError) -> Result {
        do throws(NetworkError) { return try body() } catch {
            isBrokenOff = error.code == .cancelled
            // The server's last message says more than the broken connection.
            if error.code == .lost, !isReadingLastMessages, let socket {
                isReadingLastMessages = true
                _ = try receiveAvailable(socket)
            }
            throw explain(error)
        }
    }

    private func explain(_ error: NetworkError) -> NetworkError {
        guard publisher?.state == .live else { return explain(opening: error) }
        // Some servers accept any stream at first, and check the key later.
        let isEarly = (error.code == .ended || error.code == .lost) && MediaTime.now() - acceptedAt < .seconds(5)
        guard !isEarly else {
            return NetworkError(
                .lost, "the server hung up right after it had accepted the stream: if it does so again, check the key", cause: error)
        }
        return NetworkError(sending: error)
    }

    /// Follows the link: a longer round trip has more bytes in flight, and at a lower bit rate the same bytes last longer.
    private func tune(_ socket: StreamSocket) {
        let now = MediaTime.now()
        guard now >= nextTuning else { return }
        nextTuning = now + .seconds(1)
        let roundTrip = socket.figures.roundTrip ?? .zero
        socket.setSendBuffer(bytes: Self.bufferBytes(bitsPerSecond.load(ordering: .relaxed), roundTrip: roundTrip))
    }

    /// What the kernel may hold: half a second, or what keeps a link with a long round trip full.
    static func bufferBytes(_ bitsPerSecond: Int, roundTrip: Duration) -> Int {
        let seconds = min(3, max(0.5, 2.5 * roundTrip.inSeconds))
        return max(16 * 1024, Int(clamping: Double(bitsPerSecond) / 8 * seconds))
    }

    /// What the kernel still holds is discarded.
    private func hangUp() {
        socket?.abort()
        socket = nil
        publisher = nil
        current.withLock { $0.socket = nil }
        show(.closed)
    }
}
