import Testing

@testable import Delivery

@Suite struct FLVSplitterTests {
    private static let header: [UInt8] = Array("FLV".utf8) + [1, 5, 0, 0, 0, 9, 0, 0, 0, 0]

    static func tag(_ kind: UInt8, at time: UInt32, _ body: [UInt8]) -> [UInt8] {
        let (count, total) = (body.count, UInt32(body.count + 11))
        let start = [kind, UInt8(count >> 16), UInt8(count >> 8 & 255), UInt8(count & 255), UInt8(time >> 16 & 255), UInt8(time >> 8 & 255)]
        return start + [UInt8(time & 255), UInt8(time >> 24), 0, 0, 0] + body + withUnsafeBytes(of: total.bigEndian) { Array($0) }
    }

    /// As a muxer writes it: descriptions at time 0, media later.
    static func stream(from time: UInt32, pictures: Int = 3, bytes: Int = 500) -> [UInt8] {
        let metadata = AMF0Value.bytes(.string("onMetaData"), .table(["width": .number(640)]))
        var all = header + tag(18, at: 0, metadata) + tag(9, at: 0, [0x17, 0, 0, 0, 0, 1, 100]) + tag(8, at: 0, [0xAF, 0, 0x11, 0x90])
        for number in 0..<UInt32(pictures) {
            all += tag(9, at: time + number * 40, [number == 0 ? 0x17 : 0x27, 1, 0, 0, 0] + [UInt8](repeating: UInt8(number), count: bytes))
            all += tag(8, at: time + number * 40 + 7, [0xAF, 1] + [UInt8](repeating: 99, count: 30))
        }
        return all
    }

    static func messages(_ flv: [UInt8], pieces: Int) throws -> [RTMPMessage] {
        var (splitter, writer, bytes) = (FLVSplitter(), ChunkWriter(), [UInt8]())
        for start in stride(from: 0, to: flv.count, by: pieces) {
            try flv[start..<min(start + pieces, flv.count)].withUnsafeBytes {
                try splitter.take($0, streamID: 1, through: &writer, into: &bytes)
            }
        }
        var (reader, messages) = (ChunkReader(), [RTMPMessage]())
        bytes.withUnsafeBytes { reader.append($0) }
        while let message = try reader.next() { messages.append(message) }
        return messages
    }

    @Test func anyPiecesGiveTheSameMessages() throws {
        let flv = Self.stream(from: 20_000_000)
        let whole = try Self.messages(flv, pieces: flv.count)
        for pieces in [1, 2, 12, 13, 64, 511] { #expect(try Self.messages(flv, pieces: pieces) == whole) }
        #expect(whole.map(\.kind) == [18, 9, 8, 9, 8, 9, 8, 9, 8])
        #expect(whole.allSatisfy { $0.streamID == 1 })
    }

    @Test func descriptionsGetTheTimeOfTheFirstPicture() throws {
        let messages = try Self.messages(Self.stream(from: 3_600_000, pictures: 1), pieces: 1000)
        #expect(messages.map(\.timestamp) == [3_600_000, 3_600_000, 3_600_000, 3_600_000, 3_600_007])
        // Nothing before that.
        let descriptions = Self.stream(from: 0, pictures: 0)
        #expect(try Self.messages(descriptions, pieces: 10) == [])
    }

    @Test func metadataIsSetSoThatLateViewersGetIt() throws {
        let first = try #require(try Self.messages(Self.stream(from: 0), pieces: 1000).first)
        #expect(AMF0Reader.values(first.payload) == [.string("@setDataFrame"), .string("onMetaData"), .table(["width": .number(640)])])
    }

    @Test func emptyTagsAndTheMuxersEndingPass() throws {
        let flv = Self.stream(from: 0, pictures: 1) + Self.tag(8, at: 50, []) + Self.tag(9, at: 60, [0x17, 2, 0, 0, 0]) + Self.tag(18, at: 61, [])
        #expect(try Self.messages(flv, pieces: 3).suffix(3).map(\.payload) == [[], [0x17, 2, 0, 0, 0], []])
    }

    @Test func soundAloneBeginsWithSound() throws {
        let flv = Self.header + Self.tag(8, at: 0, [0xAF, 0, 0x11, 0x90]) + Self.tag(8, at: 70, [0xAF, 1, 5])
        #expect(try Self.messages(flv, pieces: 3).map(\.timestamp) == [70, 70])
    }

    @Test func aTagOfNoKnownKindIsTold() {
        #expect(throws: RTMPGarbage.self) { try Self.messages(Self.header + Self.tag(4, at: 0, [1]), pieces: 100) }
    }
}
