import Testing

@testable import Protocols

@Suite struct ChunkTests {
    private func bytes(_ messages: [(RTMPMessage, ChunkWriter.ChunkStream)], chunkSize: UInt32 = 128) -> [UInt8] {
        var (writer, bytes) = (ChunkWriter(), [UInt8]())
        if chunkSize != 128 { writer.write(RTMPMessage(RTMPMessage.Kind.chunkSize, chunkSize), on: .control, into: &bytes) }
        for (message, stream) in messages { writer.write(message, on: stream, into: &bytes) }
        return bytes
    }

    private func read(_ bytes: [UInt8], pieces: Int) throws -> [RTMPMessage] {
        var (reader, messages) = (ChunkReader(), [RTMPMessage]())
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            bytes[start..<min(start + pieces, bytes.count)].withUnsafeBytes { reader.append($0) }
            while let message = try reader.next() { messages.append(message) }
        }
        return messages
    }

    @Test(arguments: [1, 128, 4096, 65536] as [UInt32], [1, 7, 100_000]) func whatIsWrittenIsReadBack(chunkSize: UInt32, pieces: Int) throws {
        let sent: [(RTMPMessage, ChunkWriter.ChunkStream)] = [0, 1, 127, 128, 129, 5000, 60_000].enumerated().flatMap { index, count in
            let body = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ count) }
            let time = UInt32(index * 40)
            return [
                (RTMPMessage(9, timestamp: time, streamID: 1, body), .video), (RTMPMessage(8, timestamp: time + 3, streamID: 1, body), .audio),
                (RTMPMessage(20, body), .commands),
            ] as [(RTMPMessage, ChunkWriter.ChunkStream)]
        }
        #expect(try read(bytes(sent, chunkSize: chunkSize), pieces: pieces) == sent.map(\.0))
    }

    @Test(
        arguments: [
            [0, 16_777_214], [16_777_214, 16_777_215], [16_777_215, 16_777_216, 33_554_500], [0, 16_777_215], [5, 4],
            [4_294_967_290, 4_294_967_295, 3],
        ] as [[UInt32]])
    func timesBeyondFourHoursAndBackwardsArrive(times: [UInt32]) throws {
        let body = [UInt8](repeating: 9, count: 300)
        let sent = times.map { (RTMPMessage(9, timestamp: $0, streamID: 1, body), ChunkWriter.ChunkStream.video) }
        #expect(try read(bytes(sent), pieces: 11) == sent.map(\.0))
    }

    /// The shape of the specification's example 5.3.2.2: a message of 307 bytes in chunks of 128.
    @Test func headersAreAsShortAsTheyMayBe() {
        let first = bytes([(RTMPMessage(9, timestamp: 1000, streamID: 12346, [UInt8](repeating: 1, count: 307)), .video)])
        #expect(first.count == 140 + 129 + 52)
        #expect(Array(first[..<12]) == [6, 0, 3, 0xE8, 0, 1, 0x33, 9, 0x3A, 0x30, 0, 0])
        #expect(first[140] == 0xC6 && first[269] == 0xC6)
        let second = bytes([
            (RTMPMessage(8, timestamp: 1000, streamID: 1, [1]), .audio), (RTMPMessage(8, timestamp: 1020, streamID: 1, [1]), .audio),
        ])
        #expect(Array(second[13...]) == [0x44, 0, 0, 20, 0, 0, 1, 8, 1])
    }

    @Test func aMessageMayBeWrittenInPieces() throws {
        let body = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
        var (writer, bytes) = (ChunkWriter(), [UInt8]())
        writer.begin(9, length: body.count, timestamp: 7, streamID: 1, on: .video, into: &bytes)
        for piece in stride(from: 0, to: body.count, by: 77) {
            body[piece..<min(piece + 77, body.count)].withUnsafeBytes { writer.append($0, into: &bytes) }
        }
        #expect(bytes == self.bytes([(RTMPMessage(9, timestamp: 7, streamID: 1, body), .video)]))
    }

    @Test func aServersOtherHeadersAreUnderstood() throws {
        // Chunk stream 64 in two bytes, then the same header again for two more messages, with and without a new time.
        let long: [UInt8] = [0, 0, 0, 0, 10, 0, 0, 2, 20, 0, 0, 0, 0, 1, 2]
        #expect(try read(long + [0x80, 0, 0, 0, 5, 3, 4] + [0xC0, 0, 5, 6], pieces: 3).map(\.timestamp) == [10, 15, 20])
        // Chunk stream 320 in three bytes.
        #expect(try read([1, 0, 1, 0, 0, 10, 0, 0, 1, 20, 0, 0, 0, 0, 9], pieces: 1).map(\.payload) == [[9]])
        // A chunk stream that begins without a message stream.
        #expect(try read([0x42, 0, 0, 0, 0, 0, 1, 4, 9], pieces: 1).map(\.payload) == [[9]])
    }

    @Test func whatIsTakenBackIsForgotten() throws {
        let body = [UInt8](repeating: 1, count: 200)
        var all = bytes([(RTMPMessage(20, body), .commands)])
        all.removeLast(73)
        all += bytes([(RTMPMessage(RTMPMessage.Kind.abort, 3), .control), (RTMPMessage(20, [7]), .commands)])
        #expect(try read(all, pieces: 50).map(\.payload) == [[7]])
    }

    @Test(
        arguments: [
            [0xC3], [0x83, 0, 0, 0], [3, 0, 0, 0, 1, 0, 1, 20, 0, 0, 0, 0], [2, 0, 0, 0, 0, 0, 4, 1, 0, 0, 0, 0, 0, 0, 0, 0],
            [2, 0, 0, 0, 0, 0, 4, 1, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF], [2, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 5],
        ] as [[UInt8]])
    func garbageIsReported(_ garbage: [UInt8]) {
        #expect(throws: RTMPGarbage.self) { try read(garbage, pieces: 100) }
    }

    @Test func tooManyChunkStreamsAreGarbage() {
        let many = (0..<UInt8(60)).flatMap { [$0 + 3, 0, 0, 0, 0, 0, 2, 20, 0, 0, 0, 0, 1, 1] as [UInt8] }
        #expect(throws: RTMPGarbage.self) { try read(many, pieces: 1000) }
    }
}
