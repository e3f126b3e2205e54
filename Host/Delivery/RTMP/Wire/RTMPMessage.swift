/// What chunks carry (RTMP 1.0, sections 5.4, 6 and 7).
struct RTMPMessage: Hashable, Sendable {
    enum Kind {
        static let chunkSize: UInt8 = 1
        static let abort: UInt8 = 2
        static let acknowledgement: UInt8 = 3
        static let userControl: UInt8 = 4
        static let windowSize: UInt8 = 5
        static let peerBandwidth: UInt8 = 6
        static let audio: UInt8 = 8
        static let video: UInt8 = 9
        static let extendedData: UInt8 = 15
        static let extendedCommand: UInt8 = 17
        static let data: UInt8 = 18
        static let command: UInt8 = 20
    }

    var kind: UInt8
    /// Milliseconds, modulo 2³².
    var timestamp: UInt32 = 0
    /// Which stream of the connection; 0 is the connection itself.
    var streamID: UInt32 = 0
    var payload: [UInt8]

    init(_ kind: UInt8, timestamp: UInt32 = 0, streamID: UInt32 = 0, _ payload: [UInt8]) {
        (self.kind, self.timestamp, self.streamID, self.payload) = (kind, timestamp, streamID, payload)
    }

    /// A 32-bit number, which is what most messages of the protocol itself consist of.
    init(_ kind: UInt8, _ number: UInt32) { self.init(kind, withUnsafeBytes(of: number.bigEndian) { Array($0) }) }

    /// The number at `offset`, most significant byte first.
    func number(at offset: Int = 0) -> UInt32? {
        guard payload.count >= offset + 4 else { return nil }
        return payload[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
