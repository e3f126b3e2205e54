public import Platform
package import Protocols
import Synchronization

/// RTMP and RTMPS by our own client, which publishes and does nothing else: fed with an FLV stream by `write`, whose tags it
/// takes apart.
///
/// The kernel holds half a second of media at most, since what it holds cannot be dropped any more. What the server says is read
/// between two writes and while one waits for room, so that a refusal in mid-stream is seen as such.
public final class RTMPConnection: Connection, @unchecked Sendable {
    // @unchecked: what is not constant, atomic or in a mutex belongs to the target's thread.
    package let url: TargetURL
    package let settings: TargetSettings
    private let current = Mutex(Current())
    private let currentPhase = Atomic<UInt8>(ConnectionPhase.closed.rawValue)
    private let bitsPerSecond: Atomic<Int>

    private struct Current {
        var socket: StreamSocket?
        var end: MediaTime?
    }

    // --- the target's thread
    /// Told of each phase of opening as it begins.
    package var entering: ((OpeningPhase) -> Void)?
    package var socket: StreamSocket?
    var publisher: RTMPPublisher?
    /// What is being sent, and how much of it was.
    private var sending: [UInt8] = []
    private var sentBytes = 0
    private let incoming = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
    private var failure: DeliveryError?
    /// Whether what failed is only our own patience: a goodbye may still be said.
    private var isBrokenOff = false
    private var isHearingLastWords = false
    private var acceptedAt = MediaTime.zero
    private var nextTuning = MediaTime.zero

    /// - Parameter settings: of which the bit rate, the limits of connecting and stalling and what concerns certificates count here.
    public init(_ url: TargetURL, settings: TargetSettings) {
        (self.url, self.settings) = (url, settings)
        bitsPerSecond = Atomic(settings.bitsPerSecond)
    }

    deinit { incoming.deallocate() }

    public var phase: ConnectionPhase { ConnectionPhase(rawValue: currentPhase.load(ordering: .relaxed)) ?? .closed }
    public var unsentBytes: Int? { line.unsentBytes }
    public var isSeekable: Bool { false }

    public var line: LinkFigures {
        current.withLock { $0.socket }.map { LinkFigures($0.figures) } ?? LinkFigures()
    }

    public func open(until deadline: MediaTime) throws(DeliveryError) {
        (failure, isBrokenOff, isHearingLastWords, sentBytes) = (nil, false, false, 0)
        sending.removeAll(keepingCapacity: true)
        do throws(DeliveryError) {
            try connect(until: deadline)
            (acceptedAt, nextTuning) = (.now(), .now() + .seconds(1))
            show(.connected)
        } catch {
            hangUp()
            throw error
        }
    }

    public func write(_ bytes: UnsafeRawBufferPointer, until deadline: MediaTime) throws(DeliveryError) {
        guard let socket, publisher != nil, failure == nil else { throw failure ?? DeliveryError(.lost, "\(url) is not connected") }
        do throws(DeliveryError) {
            tune(socket)
            do throws(RTMPRefusal) { try publisher?.publish(bytes) } catch { throw refused(error) }
            try flush(socket, until: deadline)
            _ = try takeIncoming(socket)
            // An answer to what came.
            if publisher?.outgoing.isEmpty == false { try flush(socket, until: deadline) }
        } catch {
            failure = error
            throw error
        }
    }

    public func seek(toByte offset: Int) throws(DeliveryError) { throw DeliveryError(.media, "a stream cannot go back") }

    public func close(until deadline: MediaTime) {
        if let socket, failure == nil || isBrokenOff {
            publisher?.sayGoodbye()
            // A goodbye that does not get through is none.
            do throws(DeliveryError) {
                try flush(socket, until: deadline)
                socket.close(until: deadline)
            } catch {}
        }
        hangUp()
    }

    public func end(by time: MediaTime) {
        current.withLock {
            $0.end = min(time, $0.end ?? time)
            $0.socket?.end(by: time)
        }
    }

    public func expect(bitsPerSecond: Int) { self.bitsPerSecond.store(bitsPerSecond, ordering: .relaxed) }

    // --- the target's thread

    package func show(_ phase: ConnectionPhase) { currentPhase.store(phase.rawValue, ordering: .relaxed) }

    /// A socket for one attempt.
    package func makeSocket(_ address: RTMPAddress) throws(NetworkError) -> StreamSocket {
        let bytes = Self.bufferBytes(bitsPerSecond.load(ordering: .relaxed), roundTrip: .zero)
        let made = try StreamSocket(
            host: address.host, port: address.port,
            security: address.isSecure ? .tls(caFile: settings.certificates, isInsecure: settings.isCertificateUnchecked) : .none,
            sendBufferBytes: bytes, userTimeout: settings.stallLimit)
        current.withLock {
            $0.socket = made
            if let end = $0.end { made.end(by: end) }
        }
        socket = made
        return made
    }

    /// Sends what is outgoing, and hears the server meanwhile.
    package func flush(_ socket: StreamSocket, until deadline: MediaTime) throws(DeliveryError) {
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
            let ready = try step { () throws(NetworkError) in try socket.wait(for: [.readable, .writable], until: deadline) }
            if ready.contains(.readable) { _ = try takeIncoming(socket) }
        }
    }

    /// Reads what has come, without waiting.
    func takeIncoming(_ socket: StreamSocket) throws(DeliveryError) -> RTMPPublisher.Outcome {
        var outcome = RTMPPublisher.Outcome.none
        while let count = try step({ () throws(NetworkError) in try socket.receive(into: incoming) }) {
            guard count > 0 else { throw explain(NetworkError(.ended, "the server hung up")) }
            do throws(RTMPRefusal) {
                let next = try publisher?.receive(UnsafeRawBufferPointer(rebasing: incoming[..<count])) ?? .none
                if next != .none { outcome = next }
            } catch {
                throw refused(error)
            }
        }
        return outcome
    }

    /// What the network says of a step, in terms of what we were about.
    package func step<Result>(_ body: () throws(NetworkError) -> Result) throws(DeliveryError) -> Result {
        do throws(NetworkError) { return try body() } catch {
            isBrokenOff = error.code == .cancelled
            // What the server said before it hung up is worth more than that it did.
            if error.code == .lost, !isHearingLastWords, let socket {
                isHearingLastWords = true
                _ = try takeIncoming(socket)
            }
            throw explain(error)
        }
    }

    private func explain(_ error: NetworkError) -> DeliveryError {
        guard publisher?.state == .live else { return explain(opening: error) }
        // Some servers take any stream at first, and look at the key then.
        let isEarly = (error.code == .ended || error.code == .lost) && MediaTime.now() - acceptedAt < .seconds(5)
        guard !isEarly else {
            return DeliveryError(.lost, "\(url): the server hung up as soon as it had taken the stream: if it does so again, check the key")
        }
        return DeliveryError(sending: error, to: url)
    }

    private func refused(_ refusal: RTMPRefusal) -> DeliveryError {
        DeliveryError(refusal.code, "\(url): \(url.masking(refusal.message))")
    }

    /// Follows the line: a longer way holds more that is under way, and a lower bit rate makes the same bytes last longer.
    private func tune(_ socket: StreamSocket) {
        let now = MediaTime.now()
        guard now >= nextTuning else { return }
        nextTuning = now + .seconds(1)
        let roundTrip = socket.figures.roundTrip ?? .zero
        socket.setSendBuffer(bytes: Self.bufferBytes(bitsPerSecond.load(ordering: .relaxed), roundTrip: roundTrip))
    }

    /// What the kernel may hold: half a second, or what a long way needs to be kept full.
    package static func bufferBytes(_ bitsPerSecond: Int, roundTrip: Duration) -> Int {
        let seconds = min(3, max(0.5, 2.5 * roundTrip.inSeconds))
        return max(16 * 1024, Int(Double(bitsPerSecond) / 8 * seconds))
    }

    /// Whatever the kernel still holds is of no use to anybody.
    private func hangUp() {
        socket?.abort()
        socket = nil
        publisher = nil
        current.withLock { $0.socket = nil }
        show(.closed)
    }
}
