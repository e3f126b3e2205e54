import CaptureKit
import Fixtures
import Glibc
import Testing

@testable import MediaCapture

/// Files that are no videos but name some: of this machine, or of another.
@Suite struct ScriptTests {
    private static let scripts = [
        ("list.ffconcat", "ffconcat version 1.0\nfile 'other.ts'\n"), ("video.mkv", "ffconcat version 1.0\nfile 'other.ts'\n"),
        ("list.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nother.ts\n#EXT-X-ENDLIST\n"),
        ("video.ts", "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nother.ts\n#EXT-X-ENDLIST\n"),
        ("session.sdp", "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 33\n"),
    ]

    @Test(arguments: scripts) func nothingThatAFileNamesIsOpened(name: String, text: String) throws {
        let scratch = Scratch()
        try runTool([
            "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-c:v", "mpeg2video", scratch.file("other.ts"),
        ])
        try scratch.write(text, to: name)
        let other = try OpenWatch(scratch.file("other.ts"))
        let end = try FeedViewer(videoFeed(scratch.file(name))).end
        #expect(end?.code == .badChoice && end?.message.contains("names other files or addresses") == true, "\(end?.message ?? "it was played")")
        #expect(end?.message.contains(name) == true && other.count() == 0)
        #expect(try FeedViewer(videoFeed(scratch.file("other.ts"))).end == nil && other.count() == 1, "the watch sees an opening")
    }

    /// A name with a pattern in it is a name; what it would match is left alone.
    @Test func aNumberInANameIsNoSeries() throws {
        let scratch = Scratch()
        for name in ["still%d.ppm", "still1.ppm"] { try writeFile(scratch.file(name), Array("P6 2 2 255\n".utf8) + Array(repeating: 9, count: 12)) }
        let other = try OpenWatch(scratch.file("still1.ppm"))
        let viewer = try FeedViewer(videoFeed(scratch.file("still%d.ppm")))
        #expect(viewer.end == nil && viewer.slots.count == 1 && other.count() == 0)
    }
}
