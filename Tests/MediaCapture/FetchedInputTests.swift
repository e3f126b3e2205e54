import CaptureKit
import Fixtures
import Frames
import Glibc
import Platform
import Testing

@testable import MediaCapture

/// What one process fetches and another decodes, as if it were a file: both ends in this process.
@Suite struct FetchedInputTests {
    /// Serves one file to one client, without parts of it.
    private func serve(_ bytes: [UInt8], from listener: Listener) throws -> Worker {
        try Worker(name: "server") {
            guard let line = listener.accept() else { return }
            _ = line.read()
            line.write(Array("HTTP/1.0 200 OK\r\nContent-Length: \(bytes.count)\r\n\r\n".utf8))
            line.write(bytes)
        }
    }

    /// The end of the process that fetches, as the other one is told of it.
    private final class Report: @unchecked Sendable {
        // @unchecked: written before the pipe is closed, read at its end.
        var last: HelperReport?
        var frameBytes = -1
    }

    private func pictures(_ location: MediaLocation) throws -> (FeedViewer, Report) {
        let (report, pipe) = (Report(), try HelperProcess.pipe())
        let worker = try Worker(name: "fetch", stackBytes: 2 << 20) {
            do throws(CaptureError) {
                try Fetcher(location, to: PacketWriter(pipe.writing)).fetch { bytes, _ in report.frameBytes = bytes }
                report.last = .ended
            } catch { report.last = .failed(error) }
            close(pipe.writing)
        }
        let feed = try DecodedFeed("stream", frameBytes: 0) { (patience) throws(CaptureError) in
            try FetchedInput("stream", FetchedBytes(location, from: pipe.reading, patience: patience) { report.last })
        }
        let viewer = try FeedViewer(feed)
        try viewer.watch("the end") { _ in false }
        worker.join()
        close(pipe.reading)
        return (viewer, report)
    }

    private static let kinds = [
        ("a.ts", ["-c:v", "libx264", "-bf", "2"]), ("a.mkv", ["-c:v", "libx264"]), ("a.flv", ["-c:v", "libx264"]),
        ("b.ts", ["-c:v", "libx265", "-x265-params", "log-level=none"]), ("a.webm", ["-c:v", "libvpx-vp9", "-deadline", "realtime"]),
        ("b.webm", ["-c:v", "libvpx"]), ("b.mkv", ["-c:v", "mjpeg"]), ("c.mkv", ["-c:v", "rawvideo"]), ("d.mkv", ["-c:v", "ffv1"]),
        ("e.mkv", ["-c:v", "libaom-av1", "-cpu-used", "8", "-usage", "realtime"]), ("a.mpg", ["-c:v", "mpeg2video"]),
        ("turned.mp4", ["-c:v", "libx264", "-movflags", "+faststart"]), ("a.apng", ["-plays", "1"]),
    ]

    @Test(arguments: kinds) func everyPictureIsThatOfTheFile(name: String, encoding: [String]) throws {
        let scratch = Scratch()
        let path = scratch.file(name)
        let source = ["-f", "lavfi", "-i", "testsrc2=s=160x120:r=50:d=0.2", "-pix_fmt", name == "a.apng" ? "rgb24" : "yuv420p"]
        try runTool(["ffmpeg", "-nostdin", "-v", "error"] + source + encoding + [path])
        if name == "turned.mp4" {
            let turn = ["-c", "copy", "-metadata:s:v", "rotate=90", "-movflags", "+faststart"]
            try runTool(["ffmpeg", "-nostdin", "-v", "error", "-i", path] + turn + [path + ".mp4"])
            try writeFile(path, readFile(path + ".mp4"))
        }
        let local = try FeedViewer(videoFeed(path))
        try local.watch("the end of the file") { _ in false }
        let listener = Listener()
        let server = try serve(readFile(path), from: listener)
        defer { server.join() }
        let (viewer, report) = try pictures(MediaLocation(address: "http://127.0.0.1:\(listener.port)/\(name)"))
        #expect(viewer.end?.code == .finished, "\(viewer.end?.message ?? "")")
        #expect(viewer.slots.first == local.slots.first && viewer.slots.last == local.slots.last && Set(viewer.geometries).count == 1)
        #expect(viewer.feed.geometry == local.feed.geometry && viewer.feed.orientation == local.feed.orientation)
        #expect((viewer.feed.orientation == .up) == (name != "turned.mp4"))
        #expect(report.frameBytes == viewer.feed.geometry.frameBytes || name == "a.apng", "said \(report.frameBytes)")
    }

    /// What the other process says of its end is the user's. The last picture and the end may come together.
    @Test(arguments: [4, 40]) func aConnectionThatBreaksOffIsNamed(count: Int) throws {
        let clip = try Clip(pictures: count, sample: Clip.pattern)
        let (listener, bytes) = (Listener(), try readFile(clip.path))
        let server = try Worker(name: "server") {
            guard let line = listener.accept() else { return }
            _ = line.read()
            line.write(Array("HTTP/1.0 200 OK\r\nContent-Length: \(bytes.count)\r\n\r\n".utf8) + bytes.prefix(bytes.count / 2))
        }
        let (viewer, _) = try pictures(MediaLocation(address: "http://me:secret@127.0.0.1:\(listener.port)/a.y4m"))
        server.join()
        #expect(viewer.end?.message.contains("127.0.0.1") == true && viewer.end?.message.contains("secret") == false)
        #expect(viewer.slots.first == clip.pictures.first)
    }

    /// A process that was taken over may send anything.
    @Test func nonsenseOnThePipeIsAnEndAndNoMore() throws {
        var random = SeededRandom(seed: 7)
        for length in [0, 1, 40, 120, 4096] {
            let pipe = try HelperProcess.pipe()
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            _ = write(pipe.writing, bytes, bytes.count)
            close(pipe.writing)
            let location = try MediaLocation(address: "http://127.0.0.1/")
            let feed = try DecodedFeed("stream", frameBytes: 0) { (patience) throws(CaptureError) in
                try FetchedInput("stream", FetchedBytes(location, from: pipe.reading, patience: patience) { nil })
            }
            #expect(try FeedViewer(feed).end != nil)
            close(pipe.reading)
        }
    }
}
