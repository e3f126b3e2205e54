import Frames
import Picture
import Testing

@Suite struct PointerTests {
    /// Premultiplied BGRA.
    private func image(_ size: PixelSize, _ pixel: (_ x: Int, _ y: Int) -> (colour: Colour, alpha: Int)) -> [UInt8] {
        (0..<size.height).flatMap { y in
            (0..<size.width).flatMap { x -> [UInt8] in
                let (colour, alpha) = pixel(x, y)
                return [colour.blue, colour.green, colour.red].map { UInt8(($0 * alpha + 127) / 255) } + [UInt8(alpha)]
            }
        }
    }

    private func composer(
        _ frame: TestFrame, canvas: PixelSize? = nil, orientation: Orientation = .up, mode: AspectMode = .fit
    ) throws -> Composer {
        let composer = try Composer(canvas: canvas ?? orientation.upright(frame.size), mode: mode)
        composer.configure(geometry: frame.geometry, orientation: orientation)
        _ = composer.update(from: frame.pixels, damage: Damage())
        return composer
    }

    private let orange = Colour(red: 255, green: 128, blue: 0)

    /// An opaque pointer looks as if it had been drawn on the frame: at even and odd positions, turned, over each edge.
    @Test(arguments: Orientation.allCases, [(20, 12), (21, 13), (-3, -2), (45, 29), (0, 31)])
    func anOpaquePointerLooksAsIfDrawnOnTheScreen(orientation: Orientation, at: (Int, Int)) throws {
        let size = PixelSize(width: 7, height: 5)
        let frame = TestFrame(48, 32)
        frame.fill { x, y in Colour(red: x * 5, green: y * 7, blue: 90) }
        let pixels = image(size) { x, y in (Colour(red: 30 * x, green: 50 * y, blue: 200), 255) }
        let composer = try composer(frame, orientation: orientation)
        try composer.setPointerImage(size: size, hotX: 1, hotY: 2, pixels: pixels)
        composer.movePointer(toX: at.0 + 1, y: at.1 + 2)
        let clean = Snapshot(composer.canvas.view)
        let seen = composer.withPointerBlended { Snapshot($0) }
        #expect(Snapshot(composer.canvas.view) == clean)
        let whole = PixelRectangle(x: at.0, y: at.1, width: size.width, height: size.height)
        frame.fill(whole.intersection(PixelRectangle(of: frame.size))) { x, y in
            Colour(red: 30 * (x - at.0), green: 50 * (y - at.1), blue: 200)
        }
        let drawn = try composed(frame, orientation: orientation, on: orientation.upright(frame.size))
        #expect(seen.luma == drawn.luma)
        #expect(seen.distance(to: drawn) <= 1)
    }

    /// What is told to have changed is where the pointer was and where it is; a pointer that stays is no change.
    @Test func thePointersOldAndNewPlacesAreTold() throws {
        let frame = TestFrame(64, 48)
        let composer = try composer(frame)
        #expect(composer.takePointerDamage().isEmpty)
        let size = PixelSize(width: 6, height: 4)
        try composer.setPointerImage(size: size, hotX: 0, hotY: 0, pixels: image(size) { _, _ in (orange, 255) })
        #expect(composer.takePointerDamage().isEmpty)
        composer.movePointer(toX: 10, y: 10)
        #expect(composer.takePointerDamage() == Damage(PixelRectangle(x: 10, y: 10, width: 6, height: 4)))
        #expect(composer.takePointerDamage().isEmpty)
        composer.movePointer(toX: 41, y: 31)
        let moved = composer.takePointerDamage()
        #expect(moved.count == 2 && moved.bounds == PixelRectangle(x: 10, y: 10, width: 38, height: 26))
        // Another image in the same place.
        try composer.setPointerImage(size: size, hotX: 0, hotY: 0, pixels: image(size) { _, _ in (Colour(red: 0, green: 0, blue: 9), 255) })
        #expect(composer.takePointerDamage() == Damage(PixelRectangle(x: 40, y: 30, width: 8, height: 6)))
        // Of a pointer beyond the edge the same part may show other pixels.
        composer.movePointer(toX: 60, y: 46)
        _ = composer.takePointerDamage()
        composer.hidePointer()
        #expect(composer.takePointerDamage() == Damage(PixelRectangle(x: 60, y: 46, width: 4, height: 2)))
        #expect(composer.takePointerDamage().isEmpty)
    }

    @Test func aTranslucentPointerMixesWithWhatIsUnderIt() throws {
        let frame = TestFrame(32, 32)
        frame.fill { _, _ in .grey(200) }
        let composer = try composer(frame)
        let size = PixelSize(width: 8, height: 8)
        try composer.setPointerImage(size: size, hotX: 0, hotY: 0, pixels: image(size) { x, _ in (orange, x < 4 ? 128 : 0) })
        composer.movePointer(toX: 8, y: 8)
        let seen = composer.withPointerBlended { Snapshot($0) }
        #expect(seen.distance(at: 10, 10, from: Colour(red: 228, green: 164, blue: 100)) <= 4)
        #expect(seen.distance(at: 13, 10, from: .grey(200)) <= 1)
    }

    @Test func aPointerIsScaledAndTurnedWithTheScreen() throws {
        let frame = TestFrame(128, 64)
        frame.fill { _, _ in .grey(0) }
        let composer = try composer(frame, canvas: PixelSize(width: 32, height: 64), orientation: .right)
        let size = PixelSize(width: 16, height: 8)
        try composer.setPointerImage(size: size, hotX: 0, hotY: 0, pixels: image(size) { x, _ in (.grey(255), x < 8 ? 255 : 0) })
        composer.movePointer(toX: 40, y: 16)
        let seen = composer.withPointerBlended { Snapshot($0) }
        // Stored 40..<48 by 16..<24, halved, a quarter turn clockwise: x is 32 - 12 ..< 32 - 8, y is 20 ..< 24.
        let white = (0..<64).flatMap { y in (0..<32).compactMap { x in seen.luma(x, y) > 200 ? [x, y] : nil } }
        #expect(white == (20..<24).flatMap { y in (20..<24).map { x in [x, y] } })
    }

    @Test func aPointerNeverDrawsOnTheBars() throws {
        let frame = TestFrame(32, 32)
        frame.fill { _, _ in .grey(90) }
        let composer = try composer(frame, canvas: PixelSize(width: 64, height: 32))
        let size = PixelSize(width: 256, height: 256)
        try composer.setPointerImage(size: size, hotX: 128, hotY: 128, pixels: image(size) { _, _ in (orange, 255) })
        composer.movePointer(toX: 16, y: 16)
        let seen = composer.withPointerBlended { Snapshot($0) }
        #expect((seen.luma(15, 3), seen.luma(48, 3)) == (16, 16))
        #expect(seen.distance(at: 16, 3, from: orange) <= 3 && seen.distance(at: 47, 31, from: orange) <= 3)
    }

    @Test func theCanvasComesBackWhenTheEncoderThrows() throws {
        struct Refused: Error {}
        let frame = TestFrame(32, 32)
        let composer = try composer(frame)
        let size = PixelSize(width: 3, height: 3)
        try composer.setPointerImage(size: size, hotX: 0, hotY: 0, pixels: image(size) { _, _ in (orange, 255) })
        composer.movePointer(toX: 5, y: 5)
        let clean = Snapshot(composer.canvas.view)
        #expect(throws: Refused.self) { try composer.withPointerBlended { (_) throws(Refused) in throw Refused() } }
        #expect(Snapshot(composer.canvas.view) == clean)
    }

    @Test func onlyWhatShowsCountsAsAChange() throws {
        let frame = TestFrame(32, 32)
        let composer = try composer(frame)
        let size = PixelSize(width: 2, height: 2)
        let pixels = image(size) { _, _ in (orange, 255) }
        try composer.setPointerImage(size: size, hotX: 0, hotY: 0, pixels: pixels)
        #expect(!composer.takePointerChange(), "an image without a position")
        composer.movePointer(toX: 5, y: 5)
        #expect(composer.takePointerChange())
        #expect(!composer.takePointerChange())
        composer.movePointer(toX: 5, y: 5)
        #expect(!composer.takePointerChange(), "it did not move")
        composer.hidePointer()
        #expect(composer.takePointerChange())
        composer.hidePointer()
        #expect(!composer.takePointerChange())
        #expect(composer.withPointerBlended { Snapshot($0) } == Snapshot(composer.canvas.view))
    }

    @Test func numbersBeyondReasonAreHarmless() throws {
        let frame = TestFrame(32, 32)
        let composer = try composer(frame, canvas: PixelSize(width: 640, height: 640))
        let size = PixelSize(width: 256, height: 256)
        try composer.setPointerImage(size: size, hotX: .max, hotY: .min, pixels: image(size) { _, _ in (orange, 255) })
        for (x, y) in [(Int.min, Int.max), (0, 0), (31, -700)] {
            composer.movePointer(toX: x, y: y)
            _ = composer.withPointerBlended { Snapshot($0) }
        }
        let error = #expect(throws: PictureError.self) {
            try composer.setPointerImage(size: PixelSize(width: 257, height: 1), hotX: 0, hotY: 0, pixels: frame.pixels)
        }
        #expect(error?.code == .badPointerSize)
    }
}
