/// Chunks to messages (RTMP 1.0, section 5.3). Bytes come in any pieces; the sender's messages about chunk sizes and aborted messages
/// are applied here.
///
/// A server has little to say to a publisher: few chunk streams, short messages. More than that is garbage, so that the memory used
/// has a bound whatever the lengths claim.
package struct ChunkReader {
    private struct ChunkStream {
        var header = Header()
        var partial: [UInt8] = []

        /// In place: a message in chunks of one byte must not be copied with each of them.
        mutating func add(_ bytes: ArraySlice<UInt8>, beginningAnew: Bool) -> RTMPMessage? {
            if beginningAnew { partial.removeAll(keepingCapacity: true) }
            partial += bytes
            guard partial.count == header.length else { return nil }
            defer { partial = [] }
            return RTMPMessage(header.kind, timestamp: header.timestamp, streamID: header.streamID, partial)
        }
    }

    private struct Header {
        var timestamp: UInt32 = 0
        var delta: UInt32 = 0
        var length = 0
        var kind: UInt8 = 0
        var streamID: UInt32 = 0
        var isExtended = false
    }

    static let longestMessage = 64 * 1024
    static let mostChunkStreams = 16
    private var chunkBytes = 128
    private var chunkStreams: [UInt32: ChunkStream] = [:]
    private var bytes: [UInt8] = []
    /// Bytes before it are used up.
    private var position = 0

    package init() {}

    package mutating func append(_ more: UnsafeRawBufferPointer) {
        bytes.removeFirst(position)
        position = 0
        bytes += more
    }

    /// The next whole message; `nil` when more bytes are needed.
    package mutating func next() throws(RTMPGarbage) -> RTMPMessage? {
        while true {
            guard let chunk = try chunk() else { return nil }
            guard let message = chunk.message else { continue }
            switch message.kind {
            case RTMPMessage.Kind.chunkSize:
                guard let size = message.number(), (1...0x7FFF_FFFF).contains(size) else { throw RTMPGarbage("a chunk size that cannot be") }
                chunkBytes = Int(size)
            case RTMPMessage.Kind.abort:
                if let number = message.number() { chunkStreams[number]?.partial = [] }
            default: return message
            }
        }
    }

    /// One chunk, once all of it is there; its message if it was the last of one.
    private mutating func chunk() throws(RTMPGarbage) -> (message: RTMPMessage?, Void)? {
        var at = position
        guard let (format, number) = basicHeader(&at) else { return nil }
        let known = chunkStreams[number]?.header
        // Some servers begin a chunk stream with the second format, which lacks nothing but the message stream.
        guard known != nil || format < 2 else { throw RTMPGarbage("a chunk that continues nothing") }
        guard known != nil || chunkStreams.count < Self.mostChunkStreams else { throw RTMPGarbage("too many chunk streams") }
        let partialBytes = format < 3 ? 0 : chunkStreams[number]?.partial.count ?? 0
        var next = known ?? Header()
        guard read(&next, format, isNew: partialBytes == 0, &at) else { return nil }
        guard next.length <= Self.longestMessage else { throw RTMPGarbage("a message of \(next.length) bytes") }
        let count = min(chunkBytes, next.length - partialBytes)
        guard bytes.count - at >= count else { return nil }
        position = at + count
        chunkStreams[number, default: ChunkStream()].header = next
        return (chunkStreams[number]?.add(bytes[at..<at + count], beginningAnew: format < 3), ())
    }

    private func basicHeader(_ at: inout Int) -> (format: UInt8, number: UInt32)? {
        guard at < bytes.count else { return nil }
        let (format, short) = (bytes[at] >> 6, bytes[at] & 0x3F)
        let more = short == 0 ? 1 : short == 1 ? 2 : 0
        guard bytes.count - at > more else { return nil }
        defer { at += 1 + more }
        switch more {
        case 1: return (format, 64 + UInt32(bytes[at + 1]))
        case 2: return (format, 64 + UInt32(bytes[at + 1]) + UInt32(bytes[at + 2]) << 8)
        default: return (format, UInt32(short))
        }
    }

    /// False when bytes are lacking.
    private func read(_ header: inout Header, _ format: UInt8, isNew: Bool, _ at: inout Int) -> Bool {
        let size = [11, 7, 3, 0][Int(format)]
        guard bytes.count - at >= size else { return false }
        func number(_ offset: Int) -> UInt32 { bytes[at + offset..<at + offset + 3].reduce(0) { $0 << 8 | UInt32($1) } }
        var time = format < 3 ? number(0) : header.delta
        if format < 3 { header.isExtended = time == 0xFF_FFFF }
        if format < 2 { (header.length, header.kind) = (Int(number(3)), bytes[at + 6]) }
        if format == 0 { header.streamID = (0..<4).reduce(0) { $0 | UInt32(bytes[at + 7 + $1]) << (8 * UInt32($1)) } }
        at += size
        if header.isExtended {
            guard bytes.count - at >= 4 else { return false }
            if format < 3 { time = bytes[at..<at + 4].reduce(0) { $0 << 8 | UInt32($1) } }
            at += 4
        }
        if format == 0 {
            (header.timestamp, header.delta) = (time, time)
        } else if isNew {
            (header.timestamp, header.delta) = (header.timestamp &+ time, time)
        }
        return true
    }
}
