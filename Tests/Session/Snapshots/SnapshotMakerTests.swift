import Codec
import Delivery
import Fixtures
import Foundation
import Frames
import Picture
import Platform
import Testing

@testable import Session

@Suite struct SnapshotMakerTests {
    private let scratch = Scratch()
    private let canvas = SharedCanvas()
    private static let (black, white) = (PixelColour(red: 0, green: 0, blue: 0), PixelColour(red: 255, green: 255, blue: 255))

    private func maker() -> SnapshotMaker { SnapshotMaker(canvas, niceness: nil) }

    private func slate(_ colour: PixelColour, _ size: PixelSize = PixelSize(width: 64, height: 48)) throws -> Canvas {
        let canvas = try Canvas(size: size)
        canvas.paint(SlateDesign(text: "", colour: colour))
        return canvas
    }

    /// A canvas that shows a slate.
    private func cover(_ colour: PixelColour) throws {
        let newest = try slate(colour)
        try canvas.withState { state in
            if state.size == nil { try state.open(newest.size) }
            state.cover(true, with: newest, at: .now())
        }
    }

    private func refusal(_ request: SnapshotRequest) -> DeliveryError? {
        do throws(DeliveryError) {
            _ = try maker().take(request)
            return nil
        } catch { return error }
    }

    private func middle(_ path: String) throws -> UInt8 {
        [UInt8](try runTool(["ffmpeg", "-v", "error", "-i", path, "-pix_fmt", "gray", "-f", "rawvideo", "pipe:1"]))[64 * 24 + 32]
    }

    @Test func beforeTheFirstPictureOneLineSaysSo() throws {
        #expect(refusal(SnapshotRequest(.folder(scratch.path)))?.message == "there is no picture yet: the broadcast waits for its first")
        try canvas.withState { try $0.open(PixelSize(width: 64, height: 48)) }
        #expect(refusal(SnapshotRequest(.folder(scratch.path)))?.code == .notNow)
        #expect(fileNames(in: scratch.path).isEmpty)
    }

    @Test func aSlateIsOnItAndWhatOthersHaveNotEncodedStaysPending() throws {
        try cover(Self.white)
        canvas.withState { $0.addViewer(1, at: .now()) }
        let report = try maker().take(SnapshotRequest(.file(scratch.file("a.png"))))
        #expect(report.file == scratch.file("a.png") && report.width == 64 && report.height == 48 && report.source == "canvas")
        #expect(report.bytes == (try Data(contentsOf: URL(fileURLWithPath: report.file))).count)
        #expect(try middle(report.file) >= 253)
        let pending = canvas.withState { $0.pending(of: 1) }
        #expect(pending.hasChange && pending.changed == nil)
        // Taken away, the canvas is seen again: black.
        canvas.withState { $0.cover(false, with: nil, at: .now()) }
        #expect(try middle(try maker().take(SnapshotRequest(.file(scratch.file("b.jpg")), format: .jpeg)).file) <= 2)
    }

    @Test func filesOfOneSecondAreNumberedAndFoldersAreMade() throws {
        try cover(Self.black)
        let folder = scratch.file("new/shots")
        let files = try (0..<3).map { _ in try maker().take(SnapshotRequest(.folder(folder + "/"))).file }
        #expect(Set(files).count == 3)
        for file in files { #expect(file.firstMatch(of: /\/new\/shots\/shot-\d{4}-\d\d-\d\d_\d{6}-[123]\.png$/) != nil, "\(file)") }
        #expect(fileNames(in: folder).count == 3)
    }

    @Test func noFileIsReplacedAndNoneIsHalfWritten() throws {
        try cover(Self.black)
        try Data("mine".utf8).write(to: URL(fileURLWithPath: scratch.file("a.png")))
        let cases: [(SnapshotRequest, DeliveryError.Code, String)] = [
            (SnapshotRequest(.file(scratch.file("a.png"))), .exists, "exists"),
            (SnapshotRequest(.folder(scratch.file("a.png"))), .notWritable, "folder"),
            (SnapshotRequest(.file(scratch.file("none/b.png"))), .notWritable, "No such file"),
            (SnapshotRequest(.folder("/proc/none")), .notWritable, "No such file"),
            (SnapshotRequest(.file("/dev/full/b.png")), .notWritable, "folder"),
        ]
        for (request, code, text) in cases {
            let error = refusal(request)
            #expect(
                error?.code == code && error?.message.contains(text) == true && error?.message.contains("\n") == false, "\(String(describing: error))"
            )
        }
        #expect(fileNames(in: scratch.path) == ["a.png"])
        #expect(try String(contentsOfFile: scratch.file("a.png"), encoding: .utf8) == "mine")
    }

    @Test func requestsWithAMistakeAreToldInOneLine() {
        #expect(SnapshotRequest(.folder("/a"), source: "Cam").problem?.contains("\"Cam\" is no source") == true)
        for request in [
            SnapshotRequest(.folder("a")), SnapshotRequest(.file("a.png")), SnapshotRequest(.file("/a.gif")),
            SnapshotRequest(.file("/a.png"), format: .jpeg), SnapshotRequest(.file("/a")),
        ] { #expect(request.problem?.isEmpty == false) }
        #expect(SnapshotRequest(.file("/a.JPG"), format: .jpeg).problem == nil && SnapshotRequest(.folder("/")).problem == nil)
    }
}
