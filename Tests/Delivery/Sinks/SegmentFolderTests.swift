import Fixtures
import Foundation
import Platform
import Testing

@testable import Delivery

/// What becomes of that which a folder holds already.
@Suite struct SegmentFolderTests {
    private let scratch = Scratch()
    private let files = [
        "live-720p.m3u8", "live-720p-iframes.m3u8", "live-720p-header-1764172800-000000.mp4", "live-720p-1764172800-000000.m4s",
        "live-720p-1764172800-000001.m4s",
    ]
    private let others = ["live-720p-2.m3u8", "live-720p-2-1764172800-000000.m4s", "live-1080p-1764172800-000000.m4s", "notes.txt"]

    private func open(_ kind: String, _ more: [String] = []) throws {
        for name in files + others + more { try scratch.write(name, to: name) }
        try scratch.write("#EXTM3U\n#EXT-X-VERSION:7\n\(kind)#EXTINF:2,\nlive-720p-1764172800-000000.m4s\n", to: "live-720p.m3u8")
        try scratch.write("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlive-720p.m3u8\n", to: "live.m3u8")
        let folder = SegmentFolder(scratch.file("live-720p.m3u8"), counting: ByteCount())
        let url = try TargetURL(parsing: scratch.file("live-720p.m3u8"))
        try folder.open(url, "", isFirst: true, until: .now() + .seconds(5)) { true }
        folder.retire("live.m3u8", until: .now() + .seconds(5))
    }

    @Test func theEndOfALiveStreamGoes() throws {
        try open("")
        #expect(scratch.names().sorted() == others.sorted())
    }

    /// What was kept from its beginning on still plays, with its keys.
    @Test(arguments: ["EVENT", "VOD"]) func aWholeBroadcastGoesIntoAFolderOfItsOwn(kind: String) throws {
        let key = "live-720p-key-1764172800-000000.key"
        try open("#EXT-X-PLAYLIST-TYPE:\(kind)\n", [key])
        #expect(scratch.names().sorted() == (others + ["earlier-1764172800"]).sorted())
        let kept = try FileManager.default.contentsOfDirectory(atPath: scratch.file("earlier-1764172800"))
        #expect(Set(kept) == Set(files + [key, "live.m3u8"]))
        #expect(textOfFile(scratch.file("earlier-1764172800/live-720p-1764172800-000001.m4s")) == "live-720p-1764172800-000001.m4s")
    }
}
