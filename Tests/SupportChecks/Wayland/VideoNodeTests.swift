import Fixtures
import Foundation
import ServerFixtures
import TestSupport
import Testing

/// Video nodes show what they promise to a reader that knows nothing of them.
@Suite(.serialized) struct VideoNodeTests {
    /// Reads frames of a node; the last one as a file that ffmpeg(1) can read.
    private func read(
        _ node: VideoNode, _ format: VideoNode.Format, on fixture: AudioFixture, frames: Int = 3, into scratch: Scratch
    ) throws -> (
        said: String, picture: String
    ) {
        let raw = scratch.file("raw.ppm")
        let reader = try FixtureProcess(
            [builtProduct("VideoNode"), "listen", "-", "\(node.id)", "\(frames)", raw], environment: fixture.serverEnvironment)
        guard reader.exitStatus(within: .seconds(20)) == .exited(0) else { throw FixtureError("\(reader.output)\n\(node.process.output)") }
        guard format != .bgrx && format != .bgra else { return (reader.output, raw) }
        let size = String(reader.output.firstMatch(of: /format \w+ (\d+x\d+)/)?.1 ?? "")
        let file = scratch.file("picture.mkv")
        let words = [
            "rgbx": "rgb0", "rgba": "rgba", "xrgb": "0rgb", "xbgr": "0bgr", "i420": "yuv420p", "nv12": "nv12", "nv21": "nv21",
            "p010": "p010le", "yuyv": "yuyv422", "uyvy": "uyvy422", "yvyu": "yvyu422", "y42b": "yuv422p", "rgb": "rgb24", "bgr": "bgr24",
        ]
        let input = ["-f", "rawvideo", "-pixel_format", words["\(format)"] ?? "", "-video_size", size, "-i", raw]
        let yuv = ["-vf", "scale=in_color_matrix=bt709:in_range=tv:flags=accurate_rnd+full_chroma_int,format=gbrp"]
        try runTool(["ffmpeg", "-nostdin", "-v", "error"] + input + (Self.isYUV(format) ? yuv : []) + ["-c:v", "ffv1", file])
        return (reader.output, file)
    }

    private static func isYUV(_ format: VideoNode.Format) -> Bool {
        [.i420, .nv12, .nv21, .p010, .yuyv, .uyvy, .yvyu, .y42b].contains(format)
    }

    @Test(arguments: VideoNode.Format.allCases.filter { $0 != .grey && $0 != .deepGrey })
    func everyFormatShowsItsColoursAndItsStamp(format: VideoNode.Format) throws {
        let (fixture, scratch) = (try AudioFixture(.pipewire), Scratch())
        let node = try VideoNode(format, width: 1280, height: 720, in: fixture.serverEnvironment)
        let seen = try read(node, format, on: fixture, into: scratch)
        #expect(seen.said.contains("format \(format.rawValue) 1280x720"), "\(seen.said)")
        let deviations = try ColourChart.standard.deviations(in: seen.picture)
        #expect(deviations.allSatisfy { $0 <= (Self.isYUV(format) ? 3 : 0) }, "\(deviations)")
        #expect(try StampReader(seen.picture).frames.last?.stamp != nil)
    }

    @Test func sizeAndMetadataChangeOnTheWay() throws {
        let fixture = try AudioFixture(.pipewire)
        let node = try VideoNode(width: 640, height: 360, pool: 2, in: fixture.serverEnvironment)
        let reader = try FixtureProcess(
            [builtProduct("VideoNode"), "listen", "-", "\(node.id)", "100000", "/dev/null"], environment: fixture.serverEnvironment)
        try reader.waitForOutput("damage 256x80+0+0")
        try node.turn(5)
        try reader.waitForOutput("transform 5")
        try node.crop((x: 10, y: 20, width: 300, height: 200))
        try reader.waitForOutput("crop 300x200+10+20")
        try node.point((x: 33, y: 44))
        try reader.waitForOutput("cursor 33,44 bitmap 8x8")
        try node.sendEmpty()
        try reader.waitForOutput("empty 0 bytes")
        try node.sendBroken()
        try reader.waitForOutput("empty \(640 * 360 * 4) bytes")
        try node.resize(width: 800, height: 450)
        try reader.waitForOutput("format BGRx 800x450")
        try reader.waitForOutput("frame \(800 * 450 * 4) bytes")
        try node.freeze()
        try node.go()
        let before = reader.output.matches(of: /frame/).count
        try waitUntil("frames again") { reader.output.matches(of: /frame/).count > before + 3 }
    }
}
