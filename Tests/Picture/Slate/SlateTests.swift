import Frames
import Testing

@testable import Picture

@Suite struct SlateTests {
    private static let dark = PixelColour(red: 0x20, green: 0x28, blue: 0x34)

    private func painted(_ slate: SlateDesign, _ width: Int, _ height: Int) throws -> Snapshot {
        let canvas = try Canvas(size: PixelSize(width: width, height: height))
        #expect(canvas.paint(slate), "no font is installed")
        return Snapshot(canvas.view)
    }

    /// The part of the picture that does not have the colour of its corner.
    private func ink(_ seen: Snapshot) -> PixelRectangle {
        let corner = seen.luma(0, 0)
        var (columns, rows) = (Set<Int>(), Set<Int>())
        for y in 0..<seen.size.height {
            for x in 0..<seen.size.width where abs(seen.luma(x, y) - corner) > 40 {
                columns.insert(x)
                rows.insert(y)
            }
        }
        guard let left = columns.min(), let top = rows.min() else { return .empty }
        return PixelRectangle(x: left, y: top, width: columns.max()! + 1 - left, height: rows.max()! + 1 - top)
    }

    @Test(arguments: [
        (dark, 50, 134, 124), (PixelColour(red: 255, green: 255, blue: 255), 235, 128, 128), (PixelColour(red: 0, green: 0, blue: 0), 16, 128, 128),
        (PixelColour(red: 255, green: 0, blue: 0), 63, 102, 240),
    ])
    func theColourIsEverywhereAsBT709HasIt(colour: PixelColour, luma: UInt8, blue: UInt8, red: UInt8) throws {
        let seen = try painted(SlateDesign(text: "", colour: colour), 320, 180)
        #expect(Set(seen.luma) == [luma])
        #expect(Set(seen.blue) == [blue])
        #expect(Set(seen.red) == [red])
    }

    @Test(arguments: [(1280, 720), (640, 360), (720, 1280), (64, 64)])
    func textStandsInTheMiddle(width: Int, height: Int) throws {
        let ink = ink(try painted(SlateDesign(text: "Back in a moment", colour: Self.dark), width, height))
        #expect(abs(ink.x + ink.maxX - width) <= width / 50, "\(ink)")
        #expect(abs(ink.y + ink.maxY - height) <= height / 20 + 2, "\(ink)")
        #expect(ink.width > width * 4 / 10 && ink.width <= width * 84 / 100)
    }

    @Test func textIsAsLargeAsTheCanvasIs() throws {
        let (small, large) = (
            try painted(SlateDesign(text: "Paused", colour: Self.dark), 640, 360),
            try painted(SlateDesign(text: "Paused", colour: Self.dark), 1280, 720)
        )
        #expect(!ink(small).isEmpty && abs(ink(large).width - 2 * ink(small).width) <= 6)
    }

    @Test func textIsReadableOnAnyColour() throws {
        for level in stride(from: 0, through: 255, by: 15) {
            let colour = PixelColour(red: UInt8(level), green: UInt8(level), blue: UInt8(255 - level))
            let (paper, ink) = (colour.luminance, colour.inkColour.luminance)
            #expect((max(paper, ink) + 0.05) / (min(paper, ink) + 0.05) >= 4, "\(colour)")
        }
        let bright = try painted(SlateDesign(text: "Paused", colour: PixelColour(red: 250, green: 250, blue: 200)), 640, 360)
        #expect(bright.luma.min()! < 50)
        #expect(bright.luma.max()! == bright.luma[0])
    }

    @Test func longTextIsWrappedAndMadeSmallerUntilItFits() throws {
        let sentence = "The speaker is having a short break. "
        let one = ink(try painted(SlateDesign(text: sentence, colour: Self.dark), 640, 360))
        let many = ink(try painted(SlateDesign(text: String(repeating: sentence, count: 8), colour: Self.dark), 640, 360))
        #expect(many.height > 2 * one.height)
        for text in [String(repeating: sentence, count: 100), String(repeating: "w", count: 1000), "\n\n\n\n\n\n\n\n\n\n\n\n\n\na"] {
            let ink = ink(try painted(SlateDesign(text: text, colour: Self.dark), 640, 360))
            #expect(ink.width <= 640 * 85 / 100 && ink.height <= 360 * 90 / 100, "\(text.prefix(20)): \(ink)")
        }
    }

    @Test(arguments: ["日本語", "مرحبا", "🙂", "a\u{0}b", "<b>&amp;</b>"]) func anyTextIsDrawn(text: String) throws {
        let ink = ink(try painted(SlateDesign(text: text, colour: Self.dark), 640, 360))
        #expect(!ink.isEmpty)
    }

    @Test func aPictureIsFittedOnTheColour() throws {
        // Twice as wide as high, its right half green, on a canvas of 16:9.
        let still = try #require(StillFrame(size: PixelSize(width: 200, height: 100)))
        paint(still) { x, _ in x < 100 ? (255, 0, 0, 255) : (0, 255, 0, 255) }
        let seen = try painted(SlateDesign(text: "", colour: Self.dark, still: still), 320, 180)
        let colour = Colour(red: 0x20, green: 0x28, blue: 0x34)
        #expect([(0, 0), (319, 5), (160, 179)].allSatisfy { seen.distance(at: $0.0, $0.1, from: colour) <= 3 })
        #expect(seen.distance(at: 4, 90, from: Colour(red: 255, green: 0, blue: 0)) <= 3)
        #expect(seen.distance(at: 315, 90, from: Colour(red: 0, green: 255, blue: 0)) <= 3)
        #expect(seen.distance(at: 4, 14, from: Colour(red: 255, green: 0, blue: 0)) <= 3)
        #expect(seen.distance(at: 4, 164, from: Colour(red: 255, green: 0, blue: 0)) <= 3)
    }

    @Test func aPictureStandsUpright() throws {
        let still = try #require(StillFrame(size: PixelSize(width: 100, height: 100), orientation: .right))
        // Its left side comes to stand at the top.
        paint(still) { x, _ in x < 50 ? (255, 255, 255, 255) : (0, 0, 0, 255) }
        let seen = try painted(SlateDesign(text: "", colour: Self.dark, still: still), 100, 100)
        #expect(seen.luma(50, 10) == 235 && seen.luma(50, 90) == 16)
    }

    @Test func theColourShinesThroughAPicture() throws {
        let still = try #require(StillFrame(size: PixelSize(width: 64, height: 32)))
        paint(still) { x, _ in (255, 255, 255, x < 16 ? 0 : x < 32 ? 128 : 255) }
        let seen = try painted(SlateDesign(text: "", colour: PixelColour(red: 0, green: 0, blue: 0), still: still), 64, 32)
        #expect(seen.luma(4, 16) == 16 && abs(seen.luma(24, 16) - 126) <= 1 && seen.luma(60, 16) == 235)
    }

    private func paint(_ still: StillFrame, _ pixel: (Int, Int) -> (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)) {
        for y in 0..<still.geometry.size.height {
            for x in 0..<still.geometry.size.width {
                let (at, value) = (y * still.geometry.strideBytes + x * 4, pixel(x, y))
                (still.pixels[at], still.pixels[at + 1], still.pixels[at + 2], still.pixels[at + 3]) = (
                    value.blue, value.green, value.red, value.alpha
                )
            }
        }
    }
}
