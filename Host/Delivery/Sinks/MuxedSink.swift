import Codec
import Platform
import Protocols

/// One container on one connection after the other: SRT and UDP (MPEG-TS).
final class MuxedSink: PacketSink, @unchecked Sendable {
    // @unchecked: `url`, `muxer` and `writer` belong to the target's thread.
    private let container: Container
    private let connect: @Sendable (TargetURL) throws(DeliveryError) -> any ByteConnection
    private let count: ByteCount
    private let current = CurrentConnection()
    private var url: TargetURL
    private var writer: ConnectionWriter?
    private var muxer: Muxer?

    /// - Parameter connect: makes the connection of an attempt; it is not opened yet.
    init(_ url: TargetURL, counting count: ByteCount, connect: @escaping @Sendable (TargetURL) throws(DeliveryError) -> any ByteConnection) {
        (self.url, self.count, self.connect, container) = (url, count, connect, url.container)
    }

    var bytesSent: Int { count.current }
    var link: LinkFigures { current.link }

    func open(_ url: TargetURL, until deadline: MediaTime, isWanted: () -> Bool) throws(DeliveryError) {
        self.url = url
        let connection = try connect(url)
        current.set(connection)
        // SYNC POINT sink-interrupt: asked after the connection can be interrupted, so that no interruption is lost in between.
        guard isWanted() else { throw DeliveryError(.lost, "\(url): broken off as asked") }
        writer = ConnectionWriter(connection, counting: count)
        try connection.open(until: deadline)
    }

    func begin(_ streams: [StreamDescription], start: MediaTime, from first: MediaTime, until deadline: MediaTime) throws(DeliveryError) {
        guard let writer else { return }
        try muxing(until: deadline) { () throws(CodecError) in
            muxer = try Muxer(container, streams: streams, start: start, from: first, into: writer)
        }
    }

    func write(_ packet: Packet, until deadline: MediaTime) throws(DeliveryError) -> Bool {
        var isWritten = false
        try muxing(until: deadline) { () throws(CodecError) in isWritten = try muxer?.write(packet) ?? false }
        return isWritten
    }

    func skip(to next: MediaTime, until deadline: MediaTime) throws(DeliveryError) {
        try muxing(until: deadline) { () throws(CodecError) in try muxer?.skip(to: next) }
    }

    func finish(until deadline: MediaTime) throws(DeliveryError) {
        defer { abandon(until: deadline) }
        try muxing(until: deadline) { () throws(CodecError) in try muxer?.finish() }
    }

    func abandon(until deadline: MediaTime) {
        muxer = nil
        writer?.connection.close(until: deadline)
        writer = nil
        current.clear()
    }

    func interrupt(by time: MediaTime) { current.interrupt(by: time) }
    func end(by time: MediaTime) { current.end(by: time) }
    func expect(bitsPerSecond: Int) { current.expect(bitsPerSecond: bitsPerSecond) }

    private func muxing(until deadline: MediaTime, _ body: () throws(CodecError) -> Void) throws(DeliveryError) {
        writer?.deadline = deadline
        try muxing(for: url, body)
    }
}
