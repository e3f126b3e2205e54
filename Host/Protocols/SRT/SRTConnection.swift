import CSRT
import Glibc
package import Platform
import Synchronization

/// MPEG-TS over SRT by libsrt, as a caller in live mode.
///
/// What libsrt holds is bounded: it gives up what is older than its latency and a second, and takes no more than two seconds'
/// worth. A listener that answers nothing is left after `SRTAddress.silenceLimit`.
package final class SRTConnection: DatagramConnection, @unchecked Sendable {
    // @unchecked: what stands under the last banner belongs to the thread that opens it; the rest is constant or locked.
    private let address: SRTAddress
    private let bitsPerSecond: Int
    package let state = DatagramState()
    private let shown = Mutex<SRTSocket?>(nil)
    // --- the thread that opens it
    /// Told of each stage of opening as it begins.
    package var entering: ((OpeningStage) -> Void)?
    private var socket: SRTSocket?
    private var isBroken = false
    private var watch = AnswerWatch(patience: .zero, at: .zero)
    private var nextLook = MediaTime.zero
    private var peer: SocketAddress?
    private var probe: PortProbe?
    private static let lookInterval = Duration.milliseconds(200)
    /// Answers come every 10 ms; after so long without, it is asked whether the port is still open.
    private static let suspicious = Duration.milliseconds(400)

    /// - Parameter bitsPerSecond: of the whole stream.
    package init(_ address: SRTAddress, bitsPerSecond: Int) { (self.address, self.bitsPerSecond) = (address, bitsPerSecond) }

    package var unsentBytes: Int? { link.unsentBytes }

    package var link: LinkFigures {
        let socket = shown.withLock { $0 }
        var figures = socket?.statistics?.link ?? LinkFigures()
        figures.blocked = state.blocked
        return figures
    }

    // MARK: Connecting

    package func open(until deadline: MediaTime) throws(NetworkError) {
        entering?(.resolving)
        try state.open(host: address.host, port: address.port, datagramBytes: address.payloadBytes, until: deadline) {
            (peers) throws(NetworkError) in
            entering?(.greeting)
            let made = try connect(peers, until: deadline)
            watch = AnswerWatch(patience: address.silenceLimit, at: .now())
            (socket, isBroken, nextLook, probe) = (made, false, .zero, nil)
            shown.withLock { $0 = made }
        }
    }

    /// The first of the addresses that answers. A refusal is an answer: its sender has been found.
    private func connect(_ peers: [SocketAddress], until deadline: MediaTime) throws(NetworkError) -> SRTSocket {
        var failure = NetworkError(.unreachable, "no way to the listener")
        for (index, peer) in peers.enumerated() {
            let share = (state.limit.cut(deadline) - .now()) / (peers.count - index)
            self.peer = peer
            do throws(NetworkError) { return try connect(peer, until: .now() + min(share, address.connectLimit ?? share)) } catch {
                guard [.timedOut, .unreachable].contains(error.code) else { throw error }
                failure = error
            }
        }
        throw failure
    }

    private func connect(_ peer: SocketAddress, until deadline: MediaTime) throws(NetworkError) -> SRTSocket {
        let made: SRTSocket
        do throws(SRTFailure) {
            made = try SRTSocket()
            try set(made, deadline)
            try made.connect(to: peer)
        } catch { throw NetworkError(.unreachable, error.text, cause: error) }
        let isOver = state.limit.wait(until: deadline) { time in
            made.wait(until: time)
            return made.state != .connecting
        }
        guard isOver, made.state == .connected else {
            let reason = isOver ? made.rejection : Int32(SRT_REJ_TIMEOUT.rawValue)
            throw NetworkError(srtRefusal: reason, isEncrypted: address.passphrase != nil)
        }
        return made
    }

    private func set(_ socket: SRTSocket, _ deadline: MediaTime) throws(SRTFailure) {
        // Two seconds of media, each packet with room for the largest; what libsrt holds can no longer be dropped by us.
        let buffer = min(max(bitsPerSecond / 8 * 2, 512 * 1024), 12_000_000)
        try socket.set(SRTO_SNDBUF, Int32(buffer))
        try socket.set(SRTO_PAYLOADSIZE, Int32(address.payloadBytes))
        try socket.set(SRTO_CONNTIMEO, Int32(max(1, (deadline - .now()).inNanoseconds / 1_000_000)))
        // Not before our own look at it.
        try socket.set(SRTO_PEERIDLETIMEO, Int32(clamping: max(5000, address.silenceLimit.inMilliseconds + 2000)))
        if let latency = address.latency { try socket.set(SRTO_LATENCY, Int32(clamping: latency.inMilliseconds)) }
        if let streamID = address.streamID { try socket.set(SRTO_STREAMID, streamID) }
        if address.keyBytes > 0 { try socket.set(SRTO_PBKEYLEN, Int32(address.keyBytes)) }
        if let passphrase = address.passphrase { try socket.set(SRTO_PASSPHRASE, passphrase) }
        if let packetFilter = address.packetFilter { try socket.set(SRTO_PACKETFILTER, packetFilter) }
        for (number, value) in address.numbers { try set(socket, number, value) }
    }

    private func set(_ socket: SRTSocket, _ number: SRTAddress.Number, _ value: Int) throws(SRTFailure) {
        switch number {
        case .maxbw: try socket.set(SRTO_MAXBW, Int64(value))
        case .inputbw: try socket.set(SRTO_INPUTBW, Int64(value))
        case .mininputbw: try socket.set(SRTO_MININPUTBW, Int64(value))
        case .oheadbw: try socket.set(SRTO_OHEADBW, Int32(value))
        case .lossmaxttl: try socket.set(SRTO_LOSSMAXTTL, Int32(value))
        case .ipttl: try socket.set(SRTO_IPTTL, Int32(value))
        case .iptos: try socket.set(SRTO_IPTOS, Int32(value))
        case .snddropdelay: try socket.set(SRTO_SNDDROPDELAY, Int32(value))
        case .tlpktdrop: try socket.set(SRTO_TLPKTDROP, value == 1)
        case .nakreport: try socket.set(SRTO_NAKREPORT, value == 1)
        case .kmrefreshrate: try socket.set(SRTO_KMREFRESHRATE, Int32(value))
        case .kmpreannounce: try socket.set(SRTO_KMPREANNOUNCE, Int32(value))
        }
    }

    // MARK: Sending

    package func write(_ bytes: UnsafeRawBufferPointer, until deadline: MediaTime) throws(NetworkError) {
        guard let socket else { throw NetworkError(.lost, "it is not connected") }
        do throws(NetworkError) {
            try state.cut(bytes) { datagram throws(NetworkError) in try send(datagram, by: socket, until: deadline) }
            try lookForAnswers(socket)
        } catch {
            isBroken = true
            throw error
        }
    }

    private func send(_ datagram: UnsafeRawBufferPointer, by socket: SRTSocket, until deadline: MediaTime) throws(NetworkError) {
        let isSent: Bool
        do throws(SRTFailure) {
            isSent = if try socket.send(datagram) { true } else { try sendWithRoom(datagram, by: socket, until: deadline) }
        } catch {
            throw NetworkError(.lost, "the connection broke: \(error.text)", cause: error)
        }
        guard isSent else { throw NetworkError(.timedOut, "the link accepts no more data") }
    }

    /// False when there was none in time.
    private func sendWithRoom(_ datagram: UnsafeRawBufferPointer, by socket: SRTSocket, until deadline: MediaTime) throws(SRTFailure) -> Bool {
        var failure: SRTFailure?
        let isSent = state.waitForRoom(until: deadline) { time in
            socket.wait(until: time)
            do throws(SRTFailure) { return try socket.send(datagram) } catch {
                failure = error
                return true
            }
        }
        if let failure { throw failure }
        return isSent
    }

    private func lookForAnswers(_ socket: SRTSocket) throws(NetworkError) {
        let now = MediaTime.now()
        guard now >= nextLook else { return }
        nextLook = now + Self.lookInterval
        guard let figures = socket.statistics else { return }
        if watch.isSilent(answers: figures.answers, unanswered: figures.unansweredPackets, at: now) {
            throw NetworkError(.lost, "the listener has not answered for \(watch.patience.inSeconds) s")
        }
        guard watch.silence(at: now) > Self.suspicious else {
            probe = nil
            return
        }
        if probe == nil { probe = peer.flatMap(PortProbe.init) }
        if probe?.isTurnedAway() == true { throw NetworkError(.lost, "no one listens there any more") }
    }

    // MARK: Closing

    package func close(until deadline: MediaTime) {
        guard let socket else { return }
        if !isBroken { letArrive(socket, until: deadline) }
        socket.close()
        shown.withLock { $0 = nil }
        self.socket = nil
        state.close()
    }

    /// A receiver throws away what it has not played when the connection ends: so it is given its latency.
    private func letArrive(_ socket: SRTSocket, until deadline: MediaTime) {
        let isAcknowledged = state.limit.wait(until: deadline) { time in
            if socket.isEmpty || socket.state != .connected { return true }
            // poll(2) as a pause: libsrt tells no one when its buffer is empty.
            poll(nil, 0, 5)
            return false
        }
        guard isAcknowledged, socket.state == .connected else { return }
        let end = min(deadline, .now() + socket.latency + .milliseconds(20))
        state.limit.pause(until: end)
    }
}
