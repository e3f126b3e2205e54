/// Messages to chunks (RTMP 1.0, section 5.3), whole or in the parts that they are made of.
package struct ChunkWriter {
    /// Each keeps its own last header.
    package enum ChunkStream: UInt8, CaseIterable { case control = 2, commands, audio, data, video }

    private struct Header {
        var timestamp: UInt32
        var streamID: UInt32
    }

    /// The longest chunk's content: the message that tells the server so changes it.
    private(set) var chunkBytes = 128
    private var last: [Header?] = Array(repeating: nil, count: 8)
    // --- the message that is being written
    private var stream = ChunkStream.control
    private var left = 0
    private var leftInChunk = 0
    /// Repeated in every chunk of the message.
    private var extendedTime: UInt32?

    package init() {}

    package mutating func write(_ message: RTMPMessage, on stream: ChunkStream, into bytes: inout [UInt8]) {
        begin(message.kind, length: message.payload.count, timestamp: message.timestamp, streamID: message.streamID, on: stream, into: &bytes)
        message.payload.withUnsafeBytes { append($0, into: &bytes) }
        if message.kind == RTMPMessage.Kind.chunkSize, let size = message.number() { chunkBytes = max(1, Int(size)) }
    }

    /// Writes a header. As many bytes as it says must follow by `append` before the next message.
    ///
    /// - Parameter length: below 2²⁴.
    mutating func begin(
        _ kind: UInt8, length: Int, timestamp: UInt32, streamID: UInt32, on stream: ChunkStream, into bytes: inout [UInt8]
    ) {
        precondition(left == 0 && length < 1 << 24, "a message within a message")
        self.stream = stream
        let before = last[Int(stream.rawValue)]
        last[Int(stream.rawValue)] = Header(timestamp: timestamp, streamID: streamID)
        // By its distance from the one before, unless that is no distance: another stream, backwards, hours.
        let delta = before.flatMap { $0.streamID == streamID ? timestamp &- $0.timestamp : nil }.flatMap { $0 < 0xFF_FFFF ? $0 : nil }
        let time = delta ?? timestamp
        extendedTime = time >= 0xFF_FFFF ? time : nil
        bytes.append((delta == nil ? 0 : 1) << 6 | stream.rawValue)
        Self.append(min(time, 0xFF_FFFF), to: &bytes)
        Self.append(UInt32(length), to: &bytes)
        bytes.append(kind)
        if delta == nil { withUnsafeBytes(of: streamID.littleEndian) { bytes += $0 } }
        appendExtendedTime(to: &bytes)
        (left, leftInChunk) = (length, chunkBytes)
    }

    /// - Parameter part: the next bytes of the message that was begun, no more than are left of it.
    mutating func append(_ part: UnsafeRawBufferPointer, into bytes: inout [UInt8]) {
        precondition(part.count <= left, "more bytes than the message has")
        var rest = part[...]
        while !rest.isEmpty {
            if leftInChunk == 0 {
                bytes.append(3 << 6 | stream.rawValue)
                appendExtendedTime(to: &bytes)
                leftInChunk = chunkBytes
            }
            let piece = rest.prefix(leftInChunk)
            bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: piece))
            rest = rest.dropFirst(piece.count)
            (left, leftInChunk) = (left - piece.count, leftInChunk - piece.count)
        }
    }

    private func appendExtendedTime(to bytes: inout [UInt8]) {
        if let extendedTime { withUnsafeBytes(of: extendedTime.bigEndian) { bytes += $0 } }
    }

    /// Three bytes.
    private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
        bytes.append(UInt8(truncatingIfNeeded: number >> 16))
        bytes.append(UInt8(truncatingIfNeeded: number >> 8))
        bytes.append(UInt8(truncatingIfNeeded: number))
    }
}
