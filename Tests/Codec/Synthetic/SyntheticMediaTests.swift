import Fixtures
import Foundation
import MediaFixtures
import Platform
import Testing

@testable import Codec

@Suite struct SyntheticMediaTests {
    private func seconds(_ span: Int, byteCount: Int, into container: Container, at path: String) throws -> [Packet] {
        let (media, start) = (try SyntheticMedia(), MediaTime.now())
        var packets: [Packet] = []
        for number in 0..<span * 30 {
            try media.packets(at: start + .nanoseconds(Int64(number) * 33_333_333), byteCount: byteCount) { packets.append($0) }
        }
        let sink = MemorySink(isSeekable: false)
        let muxer = try Muxer(container, streams: media.streams, start: start, into: sink)
        for packet in packets { try muxer.write(packet) }
        try muxer.finish()
        try Data(sink.bytes).write(to: URL(fileURLWithPath: path))
        return packets
    }

    @Test(arguments: [(Container.flv, 1000), (.flv, 16_000), (.mpegts, 1000), (.mpegts, 16_000)])
    func filledPicturesHaveTheirSizeAndDecodeAsIfTheyWereNot(container: Container, byteCount: Int) throws {
        let scratch = Scratch()
        let path = scratch.file("a.\(container == .flv ? "flv" : "ts")")
        let packets = try seconds(3, byteCount: byteCount, into: container, at: path)
        let bytes = packets.reduce(0) { $0 + $1.byteCount }
        #expect(abs(bytes - 90 * byteCount) < byteCount)
        #expect(packets.filter { $0.kind == .video }.count == 90)
        #expect(packets.filter { $0.kind == .video && $0.isKeyframe }.count == 2)
        #expect(Program.decodingComplaints(path) == "")
        // MPEG-TS lists them once more under their programme.
        #expect(Set(Program.probe(path, "stream=codec_name").flatMap { $0 }) == ["aac", "h264"])
    }

    @Test func whatNeedsMoreThanItIsGivenGetsIt() throws {
        let scratch = Scratch()
        let packets = try seconds(1, byteCount: 0, into: .flv, at: scratch.file("a.flv"))
        #expect(packets.allSatisfy { $0.byteCount > 0 })
        #expect(Program.decodingComplaints(scratch.file("a.flv")) == "")
    }
}
