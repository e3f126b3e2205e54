import Frames
import Platform
import Testing

@testable import Picture

@Suite struct OverlayTextTests {
    private static let white = PixelColour(red: 255, green: 255, blue: 255)
    private let room = PixelSize(width: 1280, height: 720)

    private func moment(_ milliseconds: Int64 = 0, _ group: String = "talk") -> OverlayTemplate.Moment {
        .init(time: WallClock(milliseconds: milliseconds), uptime: .zero, group: group)
    }

    private func text(_ template: String, _ style: OverlayText.Style) throws -> OverlayText {
        try OverlayText(OverlayTemplate(parsing: template), style: style, room: room)
    }

    private func bytes(_ frame: OverlayFrame) -> [UInt8] { Array(UnsafeBufferPointer(start: frame.pixels, count: frame.byteCount)) }

    /// Rows in which something is seen.
    private func rows(_ frame: OverlayFrame) -> Int {
        let bytes = bytes(frame)
        return (0..<frame.size.height).count { row in (0..<frame.size.width).contains { bytes[row * frame.strideBytes + $0 * 4 + 3] > 40 } }
    }

    @Test(arguments: [20, 48, 100]) func lettersAreAsHighAsAsked(height: Int) throws {
        let frame = try #require(try text("HE", .init(letterHeight: height, colour: Self.white)).draw(at: moment()))
        // Capital letters are some 0.7 of a font's height.
        #expect((height * 6 / 10...height * 8 / 10 + 1).contains(rows(frame)), "\(rows(frame)) of \(frame.size)")
        #expect(frame.size.width < 5 * height && frame.size.height < 3 * height, "\(frame.size)")
    }

    @Test func itIsPremultipliedInItsColour() throws {
        let colour = PixelColour(red: 200, green: 100, blue: 0)
        let frame = try #require(try text("Hello", .init(letterHeight: 40, colour: colour)).draw(at: moment()))
        let found = bytes(frame)
        for pixel in stride(from: 0, to: found.count, by: 4) {
            let alpha = Int(found[pixel + 3])
            for (channel, value) in [0, 100, 200].enumerated() { #expect(abs(Int(found[pixel + channel]) - value * alpha / 255) <= 2) }
        }
        #expect(found[0..<4].allSatisfy { $0 == 0 })
    }

    @Test func aBoxIsBehindAllOfIt() throws {
        let style = OverlayText.Style(
            letterHeight: 40, colour: Self.white, background: PixelColour(red: 255, green: 128, blue: 0), backgroundOpacity: 0.5)
        let frame = try #require(try text("Hello", style).draw(at: moment()))
        let found = bytes(frame)
        #expect(Array(found[0..<4]) == [0, 64, 128, 128] && Array(found.suffix(4)) == [0, 64, 128, 128])
        #expect(stride(from: 3, to: found.count, by: 4).allSatisfy { found[$0] >= 128 })
    }

    @Test func nothingIsDrawnWhileNothingChanges() throws {
        let overlay = try text("{clock:%S} {group}", .init(letterHeight: 20, colour: Self.white))
        #expect(try overlay.draw(at: moment(1000)) != nil)
        #expect(try overlay.draw(at: moment(1999)) == nil)
        #expect(try overlay.draw(at: moment(2000)) != nil)
        #expect(try overlay.draw(at: moment(2000, "other")) != nil)
        #expect(try overlay.draw(at: moment(2500, "other")) == nil)
    }

    @Test func whatIsTooLongBecomesSmallerAndStaysWithinItsRoom() throws {
        let long = String(repeating: "Mississippi ", count: 40)
        let frame = try #require(try text(long, .init(letterHeight: 200, colour: Self.white)).draw(at: moment()))
        #expect(frame.size.width <= room.width && frame.size.height <= room.height && rows(frame) > 0, "\(frame.size)")
    }

    @Test func aStyleOutOfRangeIsRefused() {
        for style in [
            OverlayText.Style(letterHeight: 5, colour: Self.white), .init(letterHeight: 1025, colour: Self.white),
            .init(letterHeight: 20, colour: Self.white, backgroundOpacity: 1.1),
        ] { #expect(throws: PictureError.self) { try text("a", style) } }
    }
}
