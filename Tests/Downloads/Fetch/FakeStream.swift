import Fixtures
import Foundation
import ServerFixtures

/// Streams whose segments are bytes that mean nothing: fetching does not look into them.
struct FakeStream {
    let server: StreamServer

    /// As it is different for each name.
    static func bytes(_ name: String, _ count: Int = 4000) -> Data {
        var random = SeededRandom(seed: name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
        return Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
    }

    /// A playlist in a folder of its own, with a header.
    /// - Returns: the names of its segments.
    @discardableResult
    func addTrack(_ name: String, segments: Int = 3, bytes count: Int = 4000, hasEnded: Bool = true, more: String = "") throws -> [String] {
        var text = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:5\n\(more)#EXT-X-MAP:URI=\"init.mp4\"\n"
        try server.write(Self.bytes(name + "/init.mp4", 700), to: name + "/init.mp4")
        let names = (5..<5 + segments).map { "\(name)/\($0).m4s" }
        for name in names {
            text += "#EXTINF:2.0,\n\(name.split(separator: "/")[1])\n"
            try server.write(Self.bytes(name, count), to: name)
        }
        try server.write(text + (hasEnded ? "#EXT-X-ENDLIST\n" : ""), to: name + "/index.m3u8")
        return names
    }

    /// The picture of one in two variants, with lossy and with lossless audio, and another picture with the latter.
    func addLossless() throws -> [String] {
        let master = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",NAME="English",LANGUAGE="en",DEFAULT=YES,CHANNELS="2",URI="aac/index.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="alac",NAME="English",LANGUAGE="en",DEFAULT=YES,CHANNELS="2",URI="alac/index.m3u8"
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="text",NAME="English",LANGUAGE="en",URI="text/index.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=4000000,CODECS="avc1.640028,mp4a.40.2",RESOLUTION=1920x1080,AUDIO="aac",SUBTITLES="text"
            hd/index.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=5000000,CODECS="avc1.640028,alac",RESOLUTION=1920x1080,AUDIO="alac"
            hd/index.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=9000000,CODECS="hvc1.2.4.L153.B0,alac",RESOLUTION=3840x2160,AUDIO="alac",VIDEO-RANGE=PQ
            uhd/index.m3u8

            """
        try server.write(master, to: "master.m3u8")
        return try ["hd", "uhd", "aac", "alac", "text"].flatMap { try addTrack($0) }
    }
}
