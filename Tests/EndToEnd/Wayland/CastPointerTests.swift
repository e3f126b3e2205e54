import Fixtures
import Foundation
import Glibc
import TestSupport
import Testing

/// The pointer beside a cast's picture, from one agent to the next.
@Suite(.serialized) struct CastPointerTests {
    /// mutter sends the pointer's image to the first stream of its session alone.
    @Test func thePointerIsDrawnAfterItsAgentWasKilled() throws {
        let (fixture, scratch) = (try MutterDesktop(width: 1280, height: 720), Scratch())
        try fixture.answer(.grant, moving: true)
        let file = scratch.file("pointer.mkv")
        let stream = try Stream(
            ["live", "--capture", "pipewire", "--cursor", "metadata", "--mic", "none", "--http", "off", "--to", file], desktop: fixture)
        let first = try stream.waitUntilLive(by: "pipewire")
        letRun(for: .seconds(1))
        kill(first, SIGKILL)
        try stream.waitUntilLive(by: "pipewire", other: first)
        // It goes round on an empty desktop.
        letRun(for: .seconds(2))
        try stream.stop(restarts: true)
        let size = 1280 * 720
        let raw = try runTool(["ffmpeg", "-nostdin", "-v", "error", "-i", file, "-f", "rawvideo", "-pix_fmt", "gray", "pipe:1"])
        #expect(raw.count >= 40 * size)
        // Of the last moments.
        let visible = (1...20).map { back in
            let frame = [UInt8](raw[(raw.count - back * size)..<(raw.count - (back - 1) * size)])
            let ground = Int(frame[0])
            return frame.count { abs(Int($0) - ground) > 60 }
        }
        #expect(visible.allSatisfy { (20...2000).contains($0) }, "pixels of the pointer: \(visible)")
    }
}
