import Codec
import Fixtures
import Foundation
import Frames
import Picture
import Testing

/// Picture files, read back by a program that is not ours.
@Suite struct StillEncoderTests {
    /// A picture of one colour, as the canvas has it.
    private func canvas(_ colour: PixelColour, width: Int = 64, height: Int = 48) throws -> Canvas {
        let canvas = try Canvas(size: PixelSize(width: width, height: height))
        #expect(canvas.paint(SlateDesign(text: "", colour: colour)))
        return canvas
    }

    private func pixels(_ bytes: [UInt8], _ scratch: Scratch, _ name: String) throws -> [UInt8] {
        try Data(bytes).write(to: URL(fileURLWithPath: scratch.file(name)))
        return [UInt8](try runTool(["ffmpeg", "-v", "error", "-i", scratch.file(name)] + ["-pix_fmt", "rgb24", "-f", "rawvideo", "pipe:1"]))
    }

    @Test(arguments: [
        (0, 0, 0), (255, 255, 255), (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 0), (0x80, 0x80, 0x80), (0xE0, 0xB0, 0x90), (16, 32, 48),
    ])
    func coloursAreThoseThatWerePainted(red: Int, green: Int, blue: Int) throws {
        let scratch = Scratch()
        let painted = try canvas(PixelColour(red: UInt8(red), green: UInt8(green), blue: UInt8(blue)))
        for (format, bound) in [(StillFormat.png, 2), (.jpeg, 4)] {
            let bytes = try withExtendedLifetime(painted) { try StillEncoder.encode(painted.view, as: format) }
            let seen = try pixels(bytes, scratch, "a.\(format.ending)")
            try #require(seen.count == 64 * 48 * 3)
            for (index, value) in seen.enumerated() {
                let wanted = [red, green, blue][index % 3]
                guard abs(Int(value) - wanted) > bound else { continue }
                Issue.record("\(format): \(value) instead of \(wanted) at \(index)")
                break
            }
        }
    }

    @Test func filesSayWhichColoursTheyHave() throws {
        let (scratch, painted) = (Scratch(), try canvas(PixelColour(red: 255, green: 0, blue: 0)))
        let (png, jpeg) = try withExtendedLifetime(painted) {
            (try StillEncoder.encode(painted.view, as: .png), try StillEncoder.encode(painted.view, as: .jpeg))
        }
        #expect(Data(png).range(of: Data("sRGB".utf8)) != nil)
        #expect(Data(jpeg).range(of: Data("JFIF".utf8)) != nil)
        try Data(jpeg).write(to: URL(fileURLWithPath: scratch.file("a.jpg")))
        let told = Program.probe(scratch.file("a.jpg"), "stream=width,height,pix_fmt,color_range")
        #expect(told.first?.first == "64" && told.first?.contains("yuvj444p") == true, "\(told)")
    }

    @Test func theOddestCanvasIsWritten() throws {
        for (width, height) in [(16, 16), (18, 8192), (1366, 768)] {
            let painted = try canvas(.init(red: 1, green: 2, blue: 3), width: width, height: height)
            // Its picture is its memory.
            let bytes = try withExtendedLifetime(painted) { try StillEncoder.encode(painted.view, as: .png) }
            #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        }
    }

    @Test(arguments: [
        ("/a/b.png", StillFormat.png), ("b.JPG", .jpeg), ("b.jpeg", .jpeg), ("b.gif", nil), ("b", nil), ("/a.png/b", nil), (".png", nil), ("", nil),
    ])
    func theEndingSaysTheFormat(path: String, format: StillFormat?) { #expect(StillFormat(ofFile: path) == format) }
}
