/// The greeting (RTMP 1.0, section 5.2): 1537 bytes each way, and each side's come back to it.
///
/// What comes back is not compared: many servers answer with something else.
struct RTMPHandshake {
    private static let packetBytes = 1536
    private var received: [UInt8] = []
    private var hasAnswered = false

    /// C0 and C1.
    ///
    /// - Parameter seed: of the bytes that shall differ from connection to connection; they protect no secret.
    static func greeting(seed: UInt64) -> [UInt8] {
        var state = seed | 1
        let random = (0..<packetBytes - 8).map { _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return UInt8(truncatingIfNeeded: state >> 32)
        }
        return [3] + [UInt8](repeating: 0, count: 8) + random
    }

    /// Removes what belongs to the greeting from the front of `bytes`; true when all of it has come.
    ///
    /// - Parameter answer: gets C2.
    mutating func receive(_ bytes: inout Slice<UnsafeRawBufferPointer>, answer: inout [UInt8]) throws(NetworkError) -> Bool {
        let piece = bytes.prefix(1 + 2 * Self.packetBytes - received.count)
        received.append(contentsOf: UnsafeRawBufferPointer(rebasing: piece))
        bytes = bytes.dropFirst(piece.count)
        guard let version = received.first else { return false }
        // Old servers ignore the version that was asked for and answer with their own, up to 31 (section 5.2.2).
        guard (3...31).contains(version) && version != 0x15 && version != 0x16 else { throw Self.refusal(version) }
        if !hasAnswered, received.count > Self.packetBytes {
            answer += received[1...Self.packetBytes]
            hasAnswered = true
        }
        return received.count == 1 + 2 * Self.packetBytes
    }

    private static func refusal(_ version: UInt8) -> NetworkError {
        switch version {
        case 0x15, 0x16: NetworkError(.rejected, "the server speaks TLS at this port: write rtmps://")
        case UInt8(ascii: "H"): NetworkError(.rejected, "a web server listens at this port, no RTMP server: check host and port")
        default: NetworkError(.rejected, "what listens there does not speak RTMP: check host and port")
        }
    }
}
