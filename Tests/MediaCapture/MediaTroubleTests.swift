import CaptureKit
import Fixtures
import Glibc
import Testing

@testable import MediaCapture

@Suite struct MediaTroubleTests {
    private func failure(file path: String) -> CaptureError? {
        do { return try FeedViewer(videoFeed(path)).end } catch { return error as? CaptureError }
    }

    @Test func whatIsNoVideoIsNamed() throws {
        let scratch = Scratch()
        let cases: [(String, CaptureErrorCode, [UInt8])] = [
            ("noise.mkv", .badChoice, (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }), ("empty.mp4", .badChoice, []),
            // A video, but one without a picture.
            ("headless.y4m", .unsupported, Array("YUV4MPEG2 W64 H48 F25:1 C420jpeg\n".utf8)),
        ]
        for (name, code, bytes) in cases {
            try writeFile(scratch.file(name), bytes)
            let error = failure(file: scratch.file(name))
            #expect(error?.code == code, "\(name): \(error?.message ?? "accepted")")
            #expect(error?.message.contains(name) == true)
        }
    }

    @Test func soundWithoutPicturesIsPlayedElsewhere() throws {
        let scratch = Scratch()
        try runTool(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=d=0.1", scratch.file("tone.wav")])
        let error = failure(file: scratch.file("tone.wav"))
        #expect(error?.code == .badChoice && error?.message.contains("splitcast music play") == true)
    }

    @Test func aFileThatIsCutOffRunsAsFarAsItGoes() throws {
        let clip = try Clip(pictures: 6, sample: Clip.pattern)
        let bytes = try readFile(clip.path)
        try writeFile(clip.path, Array(bytes.prefix(bytes.count / 2)))
        let viewer = try FeedViewer(videoFeed(clip.path))
        try viewer.watch("the end") { _ in false }
        #expect(viewer.end?.code == .finished && viewer.slots.last.map(clip.pictures.contains) == true)
    }

    /// What can be decoded is shown, and what cannot is told, once, with how much it was.
    @Test(arguments: ["mkv", "mp4", "ts"]) func damageInTheMiddleIsTold(kind: String) throws {
        let scratch = Scratch()
        let path = scratch.file("damaged." + kind)
        try runTool([
            "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=4", "-pix_fmt", "yuv420p", "-c:v", "libx264",
            "-g", "10", path,
        ])
        var bytes = try readFile(path)
        for index in bytes.count * 2 / 5..<bytes.count / 2 { bytes[index] = UInt8(truncatingIfNeeded: index &* 2_654_435_761 >> 7) }
        try writeFile(path, bytes)
        let viewer = try FeedViewer(try videoFeed(path))
        try viewer.watch("the end") { _ in false }
        #expect(viewer.end?.code == .finished && viewer.end?.message.contains("broken packets") == true, "\(viewer.end?.message ?? "")")
        #expect(viewer.remarks.count == 1 && viewer.remarks.first?.subject == .other, "\(viewer.remarks)")
        #expect(viewer.remarks.first?.text.contains("damaged.\(kind)' is damaged at ") == true, "\(viewer.remarks)")
        #expect(viewer.slots.count > 50)
    }

    @Test func whatIsWholeHasNothingToTell() throws {
        let clip = try Clip(pictures: 150, sample: Clip.pattern)
        let viewer = try FeedViewer(try videoFeed(clip.path))
        try viewer.watch("the end") { _ in false }
        #expect(viewer.end?.message.contains("broken") == false && viewer.remarks.isEmpty)
    }

    /// No server listens there.
    @Test(arguments: ["http", "rtsp", "rtmp"]) func anAddressThatDoesNotAnswerIsNamed(scheme: String) throws {
        let address = "\(scheme)://me:secret@127.0.0.1:\(Port.free())/live/key"
        var failure: CaptureError?
        let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { close(nothing) }
        do throws(CaptureError) { try Fetcher(MediaLocation(address: address), to: PacketWriter(nothing)).fetch { _, _ in } } catch {
            failure = error
        }
        #expect(failure?.code == .noDisplay && failure?.isRetriable == true)
        #expect(failure?.message.contains("127.0.0.1") == true && failure?.message.contains("secret") == false)
    }
}
