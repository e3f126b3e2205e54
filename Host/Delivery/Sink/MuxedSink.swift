import AppGroup
import Codec

/// One container on one connection: RTMP (FLV), SRT and UDP (MPEG-TS).
final class MuxedSink: PacketSink, @unchecked Sendable {
    // @unchecked: `muxer` and `writer` belong to the target's thread.
    private let url: TargetURL
    private let container: Container
    private let connection: any Connection
    private let writer: ConnectionWriter
    private let count = ByteCount()
    private var muxer: Muxer?

    init(_ url: TargetURL, _ container: Container, on connection: any Connection) {
        (self.url, self.container, self.connection) = (url, container, connection)
        writer = ConnectionWriter(connection, counting: count)
    }

    var bytesSent: Int { count.current }
    var unsentBytes: Int? { connection.unsentBytes }

    func open(until deadline: MediaTime) throws(DeliveryError) { try connection.open(until: deadline) }

    func begin(_ streams: [StreamDescription], start: MediaTime, from first: MediaTime, until deadline: MediaTime) throws(DeliveryError) {
        try muxing(until: deadline) { () throws(CodecError) in
            muxer = try Muxer(container, streams: streams, start: start, from: first, into: writer)
        }
    }

    func write(_ packet: Packet, until deadline: MediaTime) throws(DeliveryError) -> Bool {
        var isWritten = false
        try muxing(until: deadline) { () throws(CodecError) in isWritten = try muxer?.write(packet) ?? false }
        return isWritten
    }

    func finish(until deadline: MediaTime) throws(DeliveryError) {
        defer { abandon(until: deadline) }
        try muxing(until: deadline) { () throws(CodecError) in try muxer?.finish() }
    }

    func abandon(until deadline: MediaTime) {
        muxer = nil
        connection.close(until: deadline)
    }

    func end(by time: MediaTime) { connection.end(by: time) }

    private func muxing(until deadline: MediaTime, _ body: () throws(CodecError) -> Void) throws(DeliveryError) {
        writer.deadline = deadline
        do throws(CodecError) { try body() } catch { throw DeliveryError(muxing: error, for: url) }
    }
}
