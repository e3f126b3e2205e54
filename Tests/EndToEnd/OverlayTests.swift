import Fixtures
import Foundation
import Frames
import ServerFixtures
import TestSupport
import Testing

/// Pictures over a broadcast, as a recording shows them.
@Suite(.serialized) struct OverlayTests {
    /// The mean colour of a part of a recording's last picture.
    private func colour(_ file: String, _ width: Int, _ height: Int, _ x: Int, _ y: Int) throws -> [UInt8] {
        let raw = try runTool([
            "ffmpeg", "-nostdin", "-v", "error", "-i", file, "-map", "0:v:0", "-fps_mode", "passthrough",
            "-vf", "crop=\(width):\(height):\(x):\(y):exact=1,scale=1:1:flags=area+accurate_rnd+full_chroma_int,format=rgb24", "-f", "rawvideo",
            "pipe:1",
        ])
        return [UInt8](raw.suffix(3))
    }

    private func isRed(_ colour: [UInt8]) -> Bool { colour.count == 3 && colour[0] > 230 && colour[1] < 25 && colour[2] < 25 }

    @Test func aLogoLiesWhereItWasPutUntilItIsRemoved() throws {
        let (screen, scratch) = (try XvfbServer(width: 960, height: 540), Scratch())
        let (logo, with, without) = (scratch.file("logo.png"), scratch.file("with.mkv"), scratch.file("without.mkv"))
        _ = try runTool(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=red:size=40x20", "-frames:v", "1", logo])
        let stream = try Stream(
            ["live", "--display", screen.display, "--mic", "none", "--http", "off", "--bitrate", "6000k", "--record", with], screen: screen)
        try stream.waitUntilLive()
        try stream.command("overlay", "add", logo, "--at", "0.1,0.1", "--width", "0.3")
        // The size that is told at once is that of what it says, with the name of the group.
        let listed = try stream.command("overlay", "add", "--text", "{group}", "--at", "0.5,0.1", "--size", "0.05", "--json")
        try stream.command("overlay", "remove", "2")
        let width = (try JSONSerialization.jsonObject(with: listed) as? [[String: Any]])?.last?["width"] as? Int
        #expect(width ?? 0 > 40, "\(String(decoding: listed, as: UTF8.self))")
        try stream.command("overlay", "add", "--text", "{clock:%S}", "--at", "0.5,0.5", "--size", "0.2")
        letRun(for: .seconds(2))
        let overlays = try stream.status()["overlays"] as? [[String: Any]] ?? []
        #expect(overlays.map { $0["id"] as? Int } == [1, 3] && overlays.first?["y"] as? Int == 54 && overlays.first?["width"] as? Int == 288)
        try stream.command("targets", "add", without)
        try waitUntil("the second recording") { try stream.targets().filter { $0["state"] as? String == "live" }.count == 2 }
        try stream.command("targets", "remove", "1")
        // Exactly there: 96,54 and 288x144. Next to it the screen's black.
        #expect(isRed(try colour(with, 280, 136, 100, 58)))
        for (x, y) in [(88, 58), (388, 58), (100, 46), (100, 202)] {
            let beside = try colour(with, 4, 4, x, y)
            #expect(beside.allSatisfy { $0 < 24 }, "\(beside) at \(x),\(y)")
        }
        // The clock is white on black.
        let text = try colour(with, 100, 100, 490, 280)
        #expect(text.allSatisfy { (20...220).contains($0) }, "\(text)")
        try stream.command("overlay", "remove", "1")
        try stream.command("overlay", "remove", "3")
        letRun(for: .seconds(2))
        try stream.stop()
        #expect(try colour(without, 960, 540, 0, 0).allSatisfy { $0 < 8 })
        #expect(Program.decodingComplaints(without) == "")
    }
}
