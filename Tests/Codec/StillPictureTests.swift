import Codec
import Fixtures
import Foundation
import Frames
import Picture
import Testing

@Suite struct StillPictureTests {
    private let scratch = Scratch()

    /// A file made by a stranger: `colour` in the left half, blue in the right.
    private func make(_ name: String, _ colour: String = "0xE0B090", more: [String] = []) throws -> String {
        let path = scratch.file(name)
        let graph = "color=c=\(colour):s=64x48,format=rgba[a];color=c=0x0000ff:s=64x48,format=rgba[b];[a][b]hstack"
        let run = Program.run("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", graph, "-frames:v", "1"] + more + [path])
        #expect(run.status == 0, "\(run.complaints)")
        return path
    }

    private func pixel(_ still: StillFrame, _ x: Int, _ y: Int) -> [Int] {
        let at = y * still.geometry.strideBytes + x * 4
        return [2, 1, 0, 3].map { Int(still.pixels[at + $0]) }
    }

    private func near(_ left: [Int], _ right: [Int]) -> Bool { zip(left, right).allSatisfy { abs($0 - $1) <= 4 } }

    @Test(arguments: ["a.png", "a.jpg", "a.bmp"]) func coloursAreThoseOfTheFile(name: String) throws {
        let still = try StillPicture.decode(try make(name))
        #expect(still.geometry.size == PixelSize(width: 128, height: 48))
        #expect(near(pixel(still, 20, 20), [0xE0, 0xB0, 0x90, 255]), "\(pixel(still, 20, 20))")
        #expect(near(pixel(still, 100, 40), [0, 0, 255, 255]), "\(pixel(still, 100, 40))")
    }

    @Test(arguments: ["rgb24", "rgba", "rgba64be", "gray", "ya8", "pal8", "monob"]) func everyKindOfPNGIsRead(format: String) throws {
        let still = try StillPicture.decode(try make("a.png", "white", more: ["-pix_fmt", format]))
        #expect(near(pixel(still, 20, 20), [255, 255, 255, 255]), "\(pixel(still, 20, 20))")
    }

    @Test func whatCanBeSeenThroughKeepsItsAlpha() throws {
        #expect(near(pixel(try StillPicture.decode(try make("a.png", "white@0.5")), 20, 20), [255, 255, 255, 127]))
    }

    @Test func theNameOfAFileSaysNothing() throws {
        let path = scratch.file("%03d.txt")
        try FileManager.default.moveItem(atPath: try make("a.png"), toPath: path)
        #expect(try StillPicture.decode(path).geometry.size.width == 128)
    }

    @Test func aPhotographStandsUpright() throws {
        let path = try make("a.jpg")
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        // EXIF: one directory with one entry, tag 0x0112 of type short, value 6.
        let exif: [UInt8] =
            Array("Exif\0\0".utf8) + Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
        bytes.insert(contentsOf: [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif, at: 2)
        try bytes.write(to: URL(fileURLWithPath: path))
        #expect(try StillPicture.decode(path).orientation == .right)
    }

    @Test func whatIsTooLargeIsRefusedBeforeItIsDecoded() throws {
        let path = try make("a.png")
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        bytes.replaceSubrange(16..<24, with: [0, 0, 0xC3, 0x50, 0, 0, 0xC3, 0x50])
        try bytes.write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: CodecError.self) { try StillPicture.decode(path) }
        let end = "it has 50000x50000 pixels, more than 16384 a side or 67 million in all: give a smaller one"
        #expect(error?.message.hasSuffix(end) == true, "\(error?.message ?? "")")
    }

    @Test func whatIsNoPictureIsRefusedByName() throws {
        let whole = try Data(contentsOf: URL(fileURLWithPath: try make("whole.png", "0x102030", more: ["-vf", "noise=alls=90"])))
        let jpeg = try Data(contentsOf: URL(fileURLWithPath: try make("whole.jpg", more: ["-vf", "noise=alls=90"])))
        var damaged = whole
        damaged[whole.count / 2] ^= 0xFF
        let files: [(String, Data)] = [
            ("empty", Data()), ("text", Data("a picture".utf8)), ("short.png", whole.prefix(whole.count / 2)), ("damaged.png", damaged),
            ("short.jpg", jpeg.prefix(jpeg.count / 2)), ("start.png", whole.prefix(8)), ("start.jpg", jpeg.prefix(3)),
        ]
        for (name, data) in files { try data.write(to: URL(fileURLWithPath: scratch.file(name))) }
        for path in files.map({ scratch.file($0.0) }) + [scratch.file("nowhere.png"), scratch.path, "/dev/zero", "http://127.0.0.1:9/a.png"] {
            do throws(CodecError) {
                _ = try StillPicture.decode(path)
                Issue.record("\(path) was accepted")
            } catch {
                #expect(error.code == .invalidSetting)
                #expect(error.message.contains(path) && !error.message.contains("\n"), "\(error.message)")
            }
        }
    }
}
