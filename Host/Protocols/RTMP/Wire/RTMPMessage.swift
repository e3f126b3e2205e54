/// What chunks carry (RTMP 1.0, sections 5.4, 6 and 7).
package struct RTMPMessage: Hashable, Sendable {
    package enum Kind {
        package static let chunkSize: UInt8 = 1
        package static let abort: UInt8 = 2
        package static let acknowledgement: UInt8 = 3
        package static let userControl: UInt8 = 4
        package static let windowSize: UInt8 = 5
        package static let peerBandwidth: UInt8 = 6
        package static let audio: UInt8 = 8
        package static let video: UInt8 = 9
        package static let extendedData: UInt8 = 15
        package static let extendedCommand: UInt8 = 17
        package static let data: UInt8 = 18
        package static let command: UInt8 = 20
    }

    package var kind: UInt8
    /// Milliseconds, modulo 2³².
    package var timestamp: UInt32 = 0
    /// Which stream of the connection; 0 is the connection itself.
    package var streamID: UInt32 = 0
    package var payload: [UInt8]

    package init(_ kind: UInt8, timestamp: UInt32 = 0, streamID: UInt32 = 0, _ payload: [UInt8]) {
        (self.kind, self.timestamp, self.streamID, self.payload) = (kind, timestamp, streamID, payload)
    }

    /// A 32-bit number, which is what most messages of the protocol itself consist of.
    package init(_ kind: UInt8, _ number: UInt32) { self.init(kind, withUnsafeBytes(of: number.bigEndian) { Array($0) }) }

    /// The number at `offset`, most significant byte first.
    package func number(at offset: Int = 0) -> UInt32? {
        guard payload.count >= offset + 4 else { return nil }
        return payload[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
