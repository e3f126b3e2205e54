import MediaFixtures
import Testing

@testable import Codec

/// What decoders of HEVC and AV1 start with is what libavformat writes of the same stream.
@Suite struct ConfigurationRecordTests {
    /// A box's content.
    private func box(_ name: String, in bytes: [UInt8]) throws -> [UInt8] {
        let mark = Array(name.utf8)
        let start = try #require((0..<bytes.count - 8).first { Array(bytes[$0..<$0 + 4]) == mark })
        let size = bytes[start - 4..<start].reduce(0) { $0 << 8 | Int($1) }
        return Array(bytes[start + 4..<start - 4 + size])
    }

    @Test(arguments: PictureCodec.allCases, [(320, 180), (1366, 768)])
    func theRecordIsLibavformats(codec: PictureCodec, size: (Int, Int)) throws {
        let media = try codec.media(size)
        let sink = MemorySink()
        let muxer = try Muxer(.mp4, streams: [media.video.stream], start: media.start, into: sink)
        for packet in try media.pictures(2) { try muxer.write(packet) }
        try muxer.finish()
        let record = try box(codec.coding == .hevc ? "hvcC" : "av1C", in: sink.bytes)
        #expect(media.video.stream.coding == codec.coding && record.count > 4)
        #expect(media.video.stream.decoderConfiguration == record)
    }

    @Test(arguments: PictureCodec.allCases) func whatIsCutOffOrNoHeaderIsNone(codec: PictureCodec) throws {
        let record = try codec.media().video.stream.decoderConfiguration
        // Of HEVC the sets as they lie in the record, with start codes; of AV1 the unit behind its four bytes.
        var header: [UInt8] = []
        if codec.coding == .av1 {
            header = Array(record.dropFirst(4))
        } else {
            var rest = record[23...]
            while rest.count > 5 {
                let length = Int(rest[rest.startIndex + 3]) << 8 | Int(rest[rest.startIndex + 4])
                header += [0, 0, 0, 1] + rest.dropFirst(5).prefix(length)
                rest = rest.dropFirst(5 + length)
            }
        }
        func made(_ bytes: [UInt8]) -> [UInt8]? {
            bytes.withUnsafeBytes { codec.coding == .av1 ? AV1Configuration($0)?.bytes : HEVCConfiguration(annexB: $0)?.bytes }
        }
        #expect(made(header) == record)
        for count in 0..<header.count - (codec.coding == .av1 ? 0 : 8) { #expect(made(Array(header[..<count])) == nil, "\(count)") }
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            var bytes = header
            for _ in 0..<3 { bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random) }
            _ = made(bytes)
        }
    }
}
