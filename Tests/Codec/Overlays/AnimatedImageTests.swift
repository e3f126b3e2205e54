import Fixtures
import Foundation
import Frames
import Picture
import Platform
import Testing

@testable import Codec

/// Images for overlays, of files that ffmpeg makes and of bytes of our own.
@Suite struct AnimatedImageTests {
    private let scratch = Scratch()

    private func make(_ name: String, _ graph: String, _ more: String...) throws -> String {
        try runTool(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", graph] + more + [scratch.file(name)])
        return scratch.file(name)
    }

    private func save(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: scratch.file(name)))
        return scratch.file(name)
    }

    private func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }

    /// Red, green, blue, alpha.
    private func pixel(_ frame: OverlayFrame, _ x: Int, _ y: Int) -> [Int] {
        [2, 1, 0, 3].map { Int(frame.pixels[y * frame.strideBytes + x * 4 + $0]) }
    }

    private func near(_ left: [Int], _ right: [Int], by bound: Int) -> Bool { zip(left, right).allSatisfy { abs($0 - $1) <= bound } }

    private func refusal(_ path: String, width: Int? = nil, _ limits: AnimatedImage.Limits = .init()) -> String {
        do throws(CodecError) {
            _ = try AnimatedImage.decode(path, width: width, limits: limits)
            return "accepted"
        } catch {
            #expect(error.code == .invalidSetting && !error.message.contains("\n"), "\(error)")
            return error.message
        }
    }

    @Test(arguments: [("a.png", 0), ("a.bmp", 0), ("a.gif", 0), ("a.apng", 0), ("a.jpg", 5), ("a.webp", 6)])
    func everyKindIsReadInItsColours(name: String, bound: Int) throws {
        let path = try make(name, "color=c=0xE0B090:s=64x48,format=rgb24", "-frames:v", "1")
        let image = try AnimatedImage.decode(path)
        #expect(image.size == PixelSize(width: 64, height: 48) && !image.isAnimated)
        // GIF has 256 colours, which ffmpeg's palette has not all.
        #expect(near(pixel(image.frames[0].image, 20, 20), [0xE0, 0xB0, 0x90, 255], by: name == "a.gif" ? 80 : bound))
        #expect(image.frame(at: .seconds(7)) == (0, nil))
    }

    @Test func alphaIsPremultipliedToTheNearest() throws {
        let path = try make(
            "a.png", "color=c=black:s=256x4,format=rgba,geq=r=200:g=X:b=255-X:a=X", "-frames:v", "1")
        let frame = try AnimatedImage.decode(path).frames[0].image
        for alpha in 0...255 {
            let wanted = [200, alpha, 255 - alpha].map { ($0 * alpha * 2 + 255) / 510 } + [alpha]
            #expect(pixel(frame, alpha, 2) == wanted, "at \(alpha)")
        }
    }

    /// Half of it cannot be seen, and is green: none of that is in the edge.
    @Test(arguments: [(50, 25), (33, 17), (200, 100), (1, 1)])
    func whatCannotBeSeenDoesNotBleed(width: Int, height: Int) throws {
        let path = try make(
            "a.png", "color=c=black:s=100x50,format=rgba,geq=r='255*lt(X,37)':g='255*gte(X,37)':b=0:a='255*lt(X,37)'", "-frames:v", "1")
        let frame = try AnimatedImage.decode(path, width: width).frames[0].image
        #expect(frame.size == PixelSize(width: width, height: height))
        for y in 0..<height {
            for x in 0..<width {
                let found = pixel(frame, x, y)
                #expect(found[1] == 0 && found[2] == 0 && found[0] == found[3], "\(found) at \(x), \(y)")
            }
        }
        // As much of it is seen as before.
        let seen = (0..<width).reduce(0) { $0 + pixel(frame, $1, 0)[3] }
        #expect(abs(Double(seen) / 255 / Double(width) - 0.37) < 0.02, "\(seen)")
    }

    @Test(arguments: ["a.gif", "a.apng"]) func animationsKeepTheirTimes(name: String) throws {
        let path = try make(
            name, "color=c=red:s=32x16:r=10:d=0.2[a];color=c=blue:s=32x16:r=10:d=0.3[b];[a][b]concat,settb=1/100", "-plays", "0")
        let image = try AnimatedImage.decode(path, width: 16)
        #expect(image.size == PixelSize(width: 16, height: 8) && image.isAnimated)
        #expect(image.duration == .milliseconds(500), "\(image.frames.map(\.duration))")
        func colour(_ milliseconds: Int) -> [Int] { pixel(image.frames[image.frame(at: .milliseconds(milliseconds)).index].image, 8, 4) }
        for (milliseconds, red) in [(0, true), (199, true), (200, false), (499, false), (500, true), (1299, false), (-5, true)] {
            let found = colour(milliseconds)
            #expect((found[0] > 200) == red && (found[2] > 200) != red, "\(found) at \(milliseconds) ms")
        }
        let next = try #require(image.frame(at: .milliseconds(250)).next)
        #expect(next > .zero && next <= .milliseconds(250))
    }

    /// Two frames of one pixel, red and blue, each with a delay in hundredths of a second.
    private func gif(delays: [UInt8], frames: Int = 2, width: UInt16 = 1) -> [UInt8] {
        let (low, high) = (UInt8(width & 255), UInt8(width >> 8))
        let start = Array("GIF89a".utf8) + [low, high, low, high, 0x80, 0, 0, 255, 0, 0, 0, 0, 255]
        let body = (0..<frames).flatMap { (index: Int) -> [UInt8] in
            [0x21, 0xF9, 4, 0, delays[index % delays.count], 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2]
                + (index % 2 == 0 ? [0x44, 1] : [0x4C, 1])
                + [0]
        }
        return start + body + [0x3B]
    }

    @Test func timesTooShortAreAsInBrowsers() throws {
        let image = try AnimatedImage.decode(try save("a.gif", gif(delays: [0, 1, 2, 30], frames: 4)))
        #expect(image.frames.map(\.duration) == [100, 100, 20, 300].map { .milliseconds($0) })
        #expect(pixel(image.frames[0].image, 0, 0) == [255, 0, 0, 255] && pixel(image.frames[1].image, 0, 0) == [0, 0, 255, 255])
    }

    @Test func whatIsTooLargeIsRefusedBeforeItIsDecoded() throws {
        var huge = try bytes(try make("a.png", "color=c=red:s=16x16", "-frames:v", "1"))
        huge.replaceSubrange(16..<24, with: [0, 0, 0xC3, 0x50, 0, 0, 0xC3, 0x50])
        #expect(
            refusal(try save("huge.png", huge)).hasSuffix(
                "it has 50000x50000 pixels, more than 16384 a side or 67 million in all: give a smaller one"))
        #expect(refusal(try save("huge.gif", gif(delays: [1], width: 50000))).contains("50000x50000 pixels"))
        let path = try make("b.png", "color=c=red:s=640x480", "-frames:v", "1")
        var limits = AnimatedImage.Limits()
        limits.memoryBytes = 1 << 20
        #expect(refusal(path, limits).hasSuffix("it takes 2 MiB at 640x480, more than 1: give it a smaller width, or fewer frames"))
        #expect(refusal(path, width: 100, limits) == "accepted")
        #expect(refusal(path, width: 0).contains("give 1 to 8192") && refusal(path, width: 9000).contains("give 1 to 8192"))
    }

    @Test func animationsWithoutEndAreRefused() throws {
        #expect(refusal(try save("a.gif", gif(delays: [5], frames: 2001))).hasSuffix("it has 2001 frames, more than 2000: give a shorter one"))
        let path = try save("b.gif", gif(delays: [5], frames: 600))
        #expect(try AnimatedImage.decode(path).frames.count == 600)
        // A page of memory each, at least: 600 frames of 64 KiB.
        var limits = AnimatedImage.Limits()
        limits.memoryBytes = 8 << 20
        #expect(
            refusal(path, width: 128, limits).hasSuffix(
                "its 600 frames take 38 MiB at 128x128, more than 8: give it a smaller width, or fewer frames"))
        limits.pixels = 100
        #expect(refusal(path, limits).contains("too long to decode"))
    }

    @Test(arguments: ["a.png", "a.jpg", "a.gif", "a.apng", "a.webp"]) func whatIsCutOffOrDamagedIsRefusedOrWhole(name: String) throws {
        let whole = try bytes(
            try make(
                name, "testsrc=s=64x64:r=10:d=0.3,noise=alls=60", "-frames:v", name.contains("g") && name != "a.png" && name != "a.jpg" ? "3" : "1"))
        for count in stride(from: 0, to: whole.count - 16, by: max(1, whole.count / 40)) {
            let text = refusal(try save("cut-" + name, whole.prefix(count)))
            #expect(text != "accepted", "\(count) of \(whole.count) bytes")
        }
        // Whatever is in it: one line, or a picture.
        var random = SystemRandomNumberGenerator()
        for _ in 0..<60 {
            var damaged = whole
            for _ in 0..<4 { damaged[Int.random(in: 8..<damaged.count, using: &random)] = .random(in: 0...255, using: &random) }
            _ = refusal(try save("damaged-" + name, damaged), width: 32)
        }
    }

    @Test func whatIsNoPictureIsRefusedByName() throws {
        let webp = Array("RIFF".utf8) + [22, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 2, 0, 0, 0, 9, 0, 0, 9, 0, 0]
        for (name, content, text) in [
            ("empty", [], "is empty"), ("text", Array("a picture".utf8), "give a PNG, APNG, GIF, JPEG, WebP or BMP file"),
            ("a.webp", webp, "it is an animated WebP, which is not read here: convert it to APNG or GIF"),
        ] {
            let path = try save(name, content)
            let found = refusal(path)
            #expect(found.contains(path) && found.contains(text), "\(found)")
        }
        #expect(refusal(scratch.file("none.png")).contains("No such file") && refusal(scratch.path).contains("is not a file"))
    }
}
