import Codec
import Fixtures
import Foundation
import MediaFixtures
import Platform
import Testing

/// Fragmented MP4 with a fragment for each packet, read by ffprobe.
@Suite struct PacketFragmentsTests {
    private let scratch = Scratch()

    private func file(_ packets: [Packet], _ streams: [StreamDescription], start: MediaTime) throws -> (file: String, type: String?) {
        let fragments = PacketFragments(streams, start: start)
        var bytes: [UInt8] = []
        for packet in packets { bytes += try fragments.bytes(of: packet) }
        let file = scratch.file("live.mp4")
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        return (file, fragments.type)
    }

    private func times(_ file: String, _ track: String) -> [Double] {
        Program.probe(file, "packet=pts_time", ["-select_streams", track]).compactMap { Double($0[0]) }
    }

    @Test func everyPacketLiesWhereItBelongs() throws {
        let media = try TestMedia()
        let packets = try media.packets(seconds: 2, fps: 30)
        let (file, type) = try file(packets, [media.video.stream, media.audio.stream], start: media.start - .seconds(5))
        #expect(type?.wholeMatch(of: /video\/mp4; codecs="avc1\.[0-9A-F]{6},mp4a\.40\.2"/) != nil, "\(type ?? "")")
        #expect(Program.decodingComplaints(file) == "")
        for (track, kind) in [("v", Packet.Kind.video), ("a", .audio)] {
            let wanted = packets.filter { $0.kind == kind }.map { ($0.pts - media.start + .seconds(5)) / .seconds(1) }
            let found = times(file, track)
            let isSame = found.count == wanted.count && zip(found, wanted).allSatisfy { abs($0 - $1) < 0.002 }
            #expect(isSame, "\(track): \(found.prefix(3)) \(wanted.prefix(3))")
        }
        let keys = Program.probe(file, "packet=flags", ["-select_streams", "v"]).map { $0[0].hasPrefix("K") }
        #expect(keys == packets.filter { $0.kind == .video }.map(\.isKeyframe))
    }

    /// Whatever comes, a fragment is whole when its packet is there: none is kept for the next.
    @Test func nothingIsHeldBack() throws {
        let media = try TestMedia()
        let fragments = PacketFragments([media.video.stream], start: media.start)
        for packet in try media.packets(seconds: 0.5, fps: 30) where packet.kind == .video {
            let bytes = try fragments.bytes(of: packet)
            #expect(bytes.count >= packet.byteCount && String(decoding: bytes, as: UTF8.self).contains("mdat"))
        }
    }

    /// The encoder was opened anew, with another size: players get the new header, and time goes on.
    @Test func anotherEncoderBringsItsHeader() throws {
        let (first, start) = (try TestMedia(), MediaTime.now())
        let second = try TestMedia(width: 160, height: 90)
        let fragments = PacketFragments([first.video.stream], start: start)
        var headers = 0
        for media in [first, second] {
            for packet in try media.packets(seconds: 0.2, fps: 30) where packet.kind == .video {
                if String(decoding: try fragments.bytes(of: packet), as: UTF8.self).contains("moov") { headers += 1 }
            }
        }
        #expect(headers == 2)
    }
}
