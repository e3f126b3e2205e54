import Codec
import Platform
import Testing

/// A stream whose pictures are as large as wanted, each 40 ms behind the one before.
final class PacketFeed {
    let start = MediaTime.zero + .seconds(100)
    var streams: [StreamDescription] { media.streams }
    private let media: SyntheticMedia
    private var number = 0

    init() throws { media = try SyntheticMedia(framesPerSecond: 25) }

    /// The next picture, and the audio before it.
    func packets(bytes: Int) throws -> [Packet] {
        var packets: [Packet] = []
        try media.packets(at: start + .milliseconds(40 * number), byteCount: bytes) { packets.append($0) }
        number += 1
        return packets
    }

    /// The next picture alone.
    func picture(bytes: Int) throws -> Packet { try #require(try packets(bytes: bytes).last { $0.kind == .video }) }
}
