import Codec
import Fixtures
import Foundation
import Frames
import Picture
import Platform
import Synchronization
import Testing

@testable import Session

/// What lies over the canvas: read and placed for its size, shown again when it changes.
@Suite struct OverlaysTests {
    /// What the canvas was told to show, by the overlays' numbers; a size of 0x0 for nothing more.
    private final class Shown: Sendable {
        let list = Mutex<[(id: Int, place: PixelRectangle)]>([])
        var all: [(id: Int, place: PixelRectangle)] { list.withLock { $0 } }
    }

    private let shown = Shown()
    private let overlays: Overlays
    private let scratch = Scratch()

    init() throws {
        overlays = try Overlays(group: "talk", start: .now()) { [shown] id, overlay in
            let size = overlay?.image.size ?? PixelSize(width: 0, height: 0)
            shown.list.withLock { $0.append((id, PixelRectangle(x: overlay?.x ?? 0, y: overlay?.y ?? 0, width: size.width, height: size.height))) }
        }
    }

    private func picture(_ name: String, _ size: String, _ more: [String] = []) throws -> String {
        _ = try runTool(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=red:size=\(size):rate=10"] + more + [scratch.file(name)])
        return scratch.file(name)
    }

    private func logo(_ path: String, _ x: Double, _ y: Double, _ width: Double?) -> OverlayChoice {
        var choice = OverlayChoice(.picture(path))
        (choice.x, choice.y, choice.width) = (x, y, width)
        return choice
    }

    /// A long text is wrapped, and smaller where that does not do; a place without room is told.
    @Test func aTextStaysOnTheCanvas() throws {
        defer { overlays.stop() }
        let canvas = PixelSize(width: 960, height: 540)
        overlays.fit(canvas)
        for (x, y, words) in [(0.02, 0.02, 50), (0.6, 0.5, 12), (0.6, 0.9, 40), (0.9, 0.1, 1)] {
            var choice = OverlayChoice(.text(Array(repeating: "Wolkenkuckucksheim", count: words).joined(separator: " ")))
            (choice.x, choice.y) = (x, y)
            try overlays.add(choice)
            let status = try #require(overlays.statuses.last)
            #expect(status.x + status.width <= canvas.width && status.y + status.height <= canvas.height, "\(status)")
            choice.corner = .bottomRight
            try overlays.add(choice)
            let opposite = try #require(overlays.statuses.last)
            #expect(opposite.x >= 0 && opposite.y >= 0 && opposite.width == status.width && opposite.height == status.height, "\(opposite)")
        }
        var narrow = OverlayChoice(.text("a"))
        narrow.x = 0.99
        let failure = #expect(throws: SessionError.self) { try overlays.add(narrow) }
        #expect(failure?.message.contains("10x540 pixels up to the canvas's edges") == true, "\(failure?.message ?? "")")
    }

    @Test func placesAndSizesAreSharesOfTheCanvas() throws {
        defer { overlays.stop() }
        overlays.fit(PixelSize(width: 960, height: 540))
        try overlays.add(logo(try picture("a.png", "40x20", ["-frames:v", "1"]), 0.1, 0.1, 0.3))
        #expect(overlays.statuses.first.map { [$0.x, $0.y, $0.width, $0.height] } == [96, 54, 288, 144])
        try waitUntil("the logo") { !shown.all.isEmpty }
        #expect(shown.all.first?.place == PixelRectangle(x: 96, y: 54, width: 288, height: 144))
        // Read again for another canvas.
        overlays.fit(PixelSize(width: 480, height: 270))
        try waitUntil("the smaller logo") { shown.all.count == 2 }
        #expect(shown.all.last?.place == PixelRectangle(x: 48, y: 27, width: 144, height: 72))
        let status = try #require(overlays.statuses.first)
        #expect(status.id == 1 && status.kind == "picture" && [status.x, status.y, status.width, status.height] == [48, 27, 144, 72])
        try overlays.remove(1)
        try waitUntil("its end") { shown.all.last?.place.isEmpty == true }
        #expect(overlays.statuses.isEmpty)
    }

    @Test(arguments: [
        (OverlayChoice.Corner.topLeft, 96, 54), (.topRight, 576, 54), (.bottomLeft, 96, 342), (.bottomRight, 576, 342),
    ])
    func aPlaceIsCountedFromItsCorner(corner: OverlayChoice.Corner, x: Int, y: Int) throws {
        defer { overlays.stop() }
        overlays.fit(PixelSize(width: 960, height: 540))
        var choice = logo(try picture("a.png", "40x20", ["-frames:v", "1"]), 0.1, 0.1, 0.3)
        choice.corner = corner
        try overlays.add(choice)
        let place = PixelRectangle(x: x, y: y, width: 288, height: 144)
        #expect(overlays.statuses.first.map { PixelRectangle(x: $0.x, y: $0.y, width: $0.width, height: $0.height) } == place)
        try waitUntil("the logo") { !shown.all.isEmpty }
        #expect(shown.all.first?.place == place)
    }

    /// What a text says may become longer or shorter; its corner stays.
    @Test func aTextThatChangesStaysInItsCorner() throws {
        defer { overlays.stop() }
        let canvas = PixelSize(width: 640, height: 360)
        overlays.fit(canvas)
        var choice = OverlayChoice(.text("{clock:%S}"))
        choice.corner = .bottomRight
        try overlays.add(choice)
        try waitUntil("the next second twice") { shown.all.count >= 3 }
        #expect(shown.all.allSatisfy { $0.place.x + $0.place.width == canvas.width && $0.place.y + $0.place.height == canvas.height })
    }

    @Test func anAnimationGoesOnAtItsOwnRate() throws {
        defer { overlays.stop() }
        overlays.fit(PixelSize(width: 640, height: 360))
        let file = scratch.file("a.gif")
        _ = try runTool(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=32x32:rate=20:duration=0.2", file])
        try overlays.add(logo(file, 0, 0, nil))
        try waitUntil("its frames, over and over") { shown.all.count > 9 }
        #expect(shown.all.allSatisfy { $0.id == 1 && $0.place == PixelRectangle(x: 0, y: 0, width: 32, height: 32) })
    }

    @Test func aClockIsDrawnWhenItChanges() throws {
        defer { overlays.stop() }
        overlays.fit(PixelSize(width: 640, height: 360))
        try overlays.add(OverlayChoice(.text("{clock:%S}")))
        try overlays.add(OverlayChoice(.text("{group}")))
        try waitUntil("the next second twice") { shown.all.count { $0.id == 1 } >= 3 }
        #expect(shown.all.count { $0.id == 2 } == 1)
    }

    @Test func whatIsWrongIsOneLineAndChangesNothing() throws {
        defer { overlays.stop() }
        let good = try picture("a.png", "40x20", ["-frames:v", "1"])
        var error = #expect(throws: SessionError.self) { try overlays.add(logo(good, 0, 0, nil)) }
        #expect(error?.code == .failed && error?.message.contains("no picture yet") == true)
        overlays.fit(PixelSize(width: 640, height: 360))
        try Data("no picture at all".utf8).write(to: URL(fileURLWithPath: scratch.file("b.png")))
        for (choice, words) in [
            (logo(scratch.file("none.png"), 0, 0, nil), "none.png"), (logo(scratch.file("b.png"), 0, 0, nil), "b.png"),
            (logo(good, 1, 0, nil), "off"),
            (logo(good, 0, 0, 0), "above 0"), (OverlayChoice(.text("{what}")), "{what}"), (OverlayChoice(.text("")), "empty"),
        ] {
            error = #expect(throws: SessionError.self) { try overlays.add(choice) }
            #expect(error?.code == .badSetting && error?.message.contains(words) == true, "\(error?.message ?? "")")
            #expect(error?.message.contains("\n") == false)
        }
        error = #expect(throws: SessionError.self) { try overlays.remove(7) }
        #expect(error?.message == "there is no overlay 7")
        #expect(overlays.statuses.isEmpty && shown.all.isEmpty)
    }

    @Test func thereIsABound() throws {
        defer { overlays.stop() }
        overlays.fit(PixelSize(width: 640, height: 360))
        for _ in 0..<Overlays.most { try overlays.add(OverlayChoice(.text("x"))) }
        let error = #expect(throws: SessionError.self) { try overlays.add(OverlayChoice(.text("x"))) }
        #expect(error?.code == .failed && error?.message.contains("remove one") == true)
        try overlays.remove(3)
        try overlays.add(OverlayChoice(.text("x")))
        #expect(overlays.statuses.last?.id == Overlays.most + 1)
    }
}
