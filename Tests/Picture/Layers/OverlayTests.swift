import Frames
import Picture
import Testing

@Suite struct OverlayTests {
    private let size = PixelSize(width: 64, height: 48)

    private func composition(_ frame: TestFrame) throws -> Composition {
        let composition = try Composition(canvas: size)
        composition.set("screen", LayerShape(box: PixelRectangle(of: size)))
        composition.configure("screen", geometry: frame.geometry, orientation: .up)
        _ = composition.update("screen", from: frame.pixels, damage: Damage())
        return composition
    }

    private func image(_ width: Int, _ height: Int, alpha: UInt8 = 255) throws -> OverlayImage {
        var pixels: [UInt8] = []
        for y in 0..<height { for x in 0..<width { pixels += [min(alpha, 200), min(alpha, UInt8(9 * y)), min(alpha, UInt8(7 * x)), alpha] } }
        return try OverlayImage(size: PixelSize(width: width, height: height), pixels: pixels)
    }

    /// At even and odd places and over each edge; afterwards the canvas is as before.
    @Test(arguments: [(20, 12), (21, 13), (20, 13), (-3, -2), (59, 45), (-9, 20)])
    func anOpaqueImageLooksAsIfDrawnOnTheScreen(x: Int, y: Int) throws {
        let frame = TestFrame(size.width, size.height)
        frame.fill { x, y in Colour(red: 3 * x, green: 5 * y, blue: 90) }
        let composition = try composition(frame)
        let clean = composition.withPicture { Snapshot($0) }
        composition.setOverlay(1, Overlay(image: try image(11, 9), x: x, y: y))
        let told = composition.takeDamage()
        let seen = composition.withPicture { Snapshot($0) }
        #expect(clean.equals(seen, outside: told) && seen != clean)
        composition.removeOverlay(1)
        #expect(composition.withPicture { Snapshot($0) } == clean && composition.takeDamage() == told)
        frame.fill(PixelRectangle(x: x, y: y, width: 11, height: 9).intersection(PixelRectangle(of: size))) { column, row in
            Colour(red: 7 * (column - x), green: 9 * (row - y), blue: 200)
        }
        let drawn = try composed(frame, on: size)
        #expect(seen.luma == drawn.luma && seen.distance(to: drawn) <= 2)
    }

    /// What changes below comes through in parts as it does whole.
    @Test func partsUnderAnImageAreComposedAsTheWholeIs() throws {
        let frame = TestFrame(size.width, size.height)
        let composition = try composition(frame)
        let overlay = Overlay(image: try image(31, 27, alpha: 140), x: 7, y: 9, opacity: 0.6)
        composition.setOverlay(3, overlay)
        _ = composition.withPicture { Snapshot($0) }
        for (x, y) in [(5, 7), (10, 11), (30, 33), (37, 35)] {
            let part = PixelRectangle(x: x, y: y, width: 5, height: 3)
            frame.fill(part) { x, y in Colour(red: 255 - x, green: 9 * (y % 20), blue: 200) }
            _ = composition.update("screen", from: frame.pixels, damage: Damage(part))
            let anew = try self.composition(frame)
            anew.setOverlay(3, overlay)
            #expect(composition.withPicture { Snapshot($0) } == anew.withPicture { Snapshot($0) })
        }
    }

    @Test func imagesLieAmongTheLayersByTheirZ() throws {
        let frame = TestFrame(size.width, size.height)
        let composition = try composition(frame)
        let camera = TestFrame(16, 16)
        camera.fill { _, _ in .grey(255) }
        composition.set("camera", LayerShape(box: PixelRectangle(x: 8, y: 8, width: 16, height: 16), z: 5))
        composition.configure("camera", geometry: camera.geometry, orientation: .up)
        _ = composition.update("camera", from: camera.pixels, damage: Damage())
        composition.setOverlay(1, Overlay(image: try image(20, 20), x: 8, y: 8, z: 2))
        let below = composition.withPicture { Snapshot($0) }
        #expect(below.luma(10, 10) == 235 && below.luma(26, 26) != 16)
        composition.setOverlay(1, Overlay(image: try image(20, 20), x: 8, y: 8))
        #expect(composition.withPicture { Snapshot($0) }.luma(10, 10) != 235)
        composition.setOverlay(1, Overlay(image: try image(20, 20), x: 8, y: 8, opacity: 0))
        #expect(composition.withPicture { Snapshot($0) }.luma(10, 10) == 235)
        #expect(throws: PictureError.self) { try OverlayImage(size: PixelSize(width: 0, height: 5), pixels: [UInt8(1)]) }
    }
}
