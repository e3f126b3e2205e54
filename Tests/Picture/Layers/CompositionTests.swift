import Fixtures
import Frames
import Platform
import Testing

@testable import Picture

@Suite struct CompositionTests {
    private func noise(_ width: Int, _ height: Int, seed: UInt64) -> TestFrame {
        var random = SeededRandom(seed: seed)
        let frame = TestFrame(width, height)
        frame.fillWithNoise(&random)
        return frame
    }

    private func show(_ name: String, _ frame: TestFrame, _ shape: LayerShape, on composition: Composition) {
        composition.set(name, shape)
        composition.configure(name, geometry: frame.geometry, orientation: .up)
        _ = composition.update(name, from: frame.pixels, damage: Damage())
    }

    private func snapshot(_ composition: Composition) -> Snapshot { composition.withPicture { Snapshot($0) } }

    /// However large its box, wherever it lies, and however little of its source is shown in it.
    @Test func aLayerTakesNoMoreThanTheCanvas() throws {
        let canvas = PixelSize(width: 160, height: 90)
        let composition = try Composition(canvas: canvas)
        let frame = noise(320, 180, seed: 3)
        var random = SeededRandom(seed: 4)
        let pointer = [UInt8](repeating: 255, count: 256 * 256 * 4)
        for mode in AspectMode.allCases {
            for side in [2, 90, 160, 162, 1000, 8192, 65536] {
                for crop in [nil, PixelRectangle(x: 10, y: 10, width: 2, height: 160)] {
                    for corner in [0, -side / 2, -4, 150, Int(random.next() % 16384) - 8192] {
                        let box = PixelRectangle(x: corner, y: corner, width: side, height: 8192)
                        show("large", frame, LayerShape(box: box, mode: mode, crop: crop), on: composition)
                        try composition.setPointerImage("large", size: PixelSize(width: 256, height: 256), hotX: 0, hotY: 0, pixels: pointer)
                        composition.movePointer("large", toX: 12, y: 12)
                        let size = composition.withLayer("large") { $0.size } ?? PixelSize(width: 0, height: 0)
                        #expect(size.width <= canvas.width && size.height <= canvas.height, "\(size) of \(box)")
                        // What is damaged is painted where it is to be seen, and nowhere else.
                        let painted = composition.update("large", from: frame.pixels, damage: Damage(PixelRectangle(of: frame.geometry.size)))
                        for index in 0..<painted.count { #expect(PixelRectangle(of: canvas).contains(painted[index])) }
                        _ = composition.withPicture { $0.luma[0] }
                        let sprite = try #require(composition.layer("large")).composer.sprite.uprightSize
                        #expect(sprite.width <= PointerSprite.largestScaledSide && sprite.height <= PointerSprite.largestScaledSide)
                    }
                }
            }
        }
    }

    @Test func aSquareIn720pIsThereBitForBit() throws {
        let size = PixelSize(width: 1280, height: 720)
        let composition = try Composition(canvas: size)
        let (screen, square) = (noise(1280, 720, seed: 1), noise(300, 300, seed: 2))
        show("screen", screen, LayerShape(box: PixelRectangle(of: size)), on: composition)
        show("square", square, LayerShape(box: PixelRectangle(x: 880, y: 320, width: 300, height: 300), mode: .fill), on: composition)
        let seen = snapshot(composition)
        let (around, inside) = (try composed(screen, on: size), try composed(square, on: square.size))
        for y in 0..<720 {
            for x in 0..<1280 {
                let isInside = (880..<1180).contains(x) && (320..<620).contains(y)
                let (from, column, row) = isInside ? (inside, x - 880, y - 320) : (around, x, y)
                let isEqual =
                    seen.luma(x, y) == from.luma(column, row) && seen.blue(x, y) == from.blue(column, row) && seen.red(x, y) == from.red(column, row)
                guard isEqual else {
                    Issue.record("at \(x),\(y)")
                    return
                }
            }
        }
    }

    @Test(arguments: AspectMode.allCases, Orientation.allCases) func aLayerAloneIsWhatAComposerMakes(
        mode: AspectMode, orientation: Orientation
    ) throws {
        let (size, frame) = (PixelSize(width: 160, height: 96), noise(101, 67, seed: 3))
        let composer = try Composer(canvas: size, mode: mode)
        let composition = try Composition(canvas: size)
        composition.set("screen", LayerShape(box: PixelRectangle(of: size), mode: mode))
        let pointer = [UInt8](repeating: 200, count: 9 * 9 * 4)
        try composition.setPointerImage("screen", size: PixelSize(width: 9, height: 9), hotX: 1, hotY: 1, pixels: pointer)
        try composer.setPointerImage(size: PixelSize(width: 9, height: 9), hotX: 1, hotY: 1, pixels: pointer)
        composer.configure(geometry: frame.geometry, orientation: orientation)
        composition.configure("screen", geometry: frame.geometry, orientation: orientation)
        var random = SeededRandom(seed: 4)
        for step in 0..<6 {
            let part = PixelRectangle(x: 9 * step, y: 7 * step, width: 20, height: 13)
            frame.fillWithNoise(&random, in: part)
            #expect(
                composition.update("screen", from: frame.pixels, damage: Damage(part)) == composer.update(from: frame.pixels, damage: Damage(part)))
            composition.movePointer("screen", toX: step * 15, y: step * 9)
            composer.movePointer(toX: step * 15, y: step * 9)
            #expect(composition.takePointerChange() == composer.takePointerChange())
            #expect(composition.takePointerDamage() == composer.takePointerDamage())
            #expect(snapshot(composition) == composer.withPointerBlended { Snapshot($0) })
            #expect(Snapshot(composition.canvas.view) == Snapshot(composer.canvas.view), "no copy in between")
        }
        #expect(composition.layer("screen")?.composer.canvas === composition.canvas, "and no second picture")
        // A second layer comes and goes: the first has its own picture only meanwhile.
        let alone = snapshot(composition)
        show("camera", noise(20, 20, seed: 5), LayerShape(box: PixelRectangle(x: 10, y: 10, width: 20, height: 20)), on: composition)
        #expect(snapshot(composition) != alone && composition.layer("screen")?.composer.canvas !== composition.canvas)
        composition.vacate("camera")
        #expect(snapshot(composition) == alone && composition.layer("screen")?.composer.canvas === composition.canvas)
    }

    /// Of every format: the pixels of the whole picture, from the even pixel at or before the crop's corner on.
    @Test(arguments: [PixelFormat.bgrx, .i420(.canvas), .nv12(.canvas), .yuyv(.canvas)]) func aCropIsCopiedBitForBit(format: PixelFormat) throws {
        let (size, canvas) = (PixelSize(width: 80, height: 60), PixelSize(width: 64, height: 64))
        var random = SeededRandom(seed: 9)
        let frame: any LayerFrame
        if format == .bgrx {
            frame = noise(size.width, size.height, seed: 9)
        } else {
            let other = YUVFrame(size.width, size.height, format)
            other.fillWithNoise(&random)
            frame = other
        }
        let whole = try Composition(canvas: size)
        let cropped = try Composition(canvas: canvas)
        whole.set("screen", LayerShape(box: PixelRectangle(of: size)))
        let box = PixelRectangle(x: 10, y: 20, width: 40, height: 30)
        cropped.set("screen", LayerShape(box: box, mode: .fill, crop: PixelRectangle(x: 23, y: 17, width: 40, height: 30)))
        for composition in [whole, cropped] {
            composition.configure("screen", geometry: frame.geometry, orientation: .up)
            _ = composition.update("screen", from: frame.pixels, damage: Damage())
        }
        let (all, part) = (snapshot(whole), snapshot(cropped))
        for y in 0..<30 {
            for x in 0..<40 {
                let (seen, wanted) = ((10 + x, 20 + y), (22 + x, 16 + y))
                let isEqual =
                    part.luma(seen.0, seen.1) == all.luma(wanted.0, wanted.1) && part.blue(seen.0, seen.1) == all.blue(wanted.0, wanted.1)
                    && part.red(seen.0, seen.1) == all.red(wanted.0, wanted.1)
                guard isEqual else {
                    Issue.record("at \(x),\(y)")
                    return
                }
            }
        }
        #expect((part.luma(9, 30), part.luma(50, 30), part.luma(20, 50)) == (16, 16, 16))
    }

    @Test func whatAnOpaqueLayerCoversIsNotTold() throws {
        let size = PixelSize(width: 64, height: 64)
        let composition = try Composition(canvas: size)
        let (below, above) = (noise(64, 64, seed: 6), noise(32, 32, seed: 7))
        show("below", below, LayerShape(box: PixelRectangle(of: size)), on: composition)
        var shape = LayerShape(box: PixelRectangle(x: 16, y: 16, width: 32, height: 32))
        show("above", above, shape, on: composition)
        let hidden = Damage(PixelRectangle(x: 20, y: 20, width: 8, height: 8))
        #expect(composition.update("below", from: below.pixels, damage: hidden).isEmpty)
        let seen = composition.update("below", from: below.pixels, damage: Damage(PixelRectangle(x: 0, y: 40, width: 20, height: 4)))
        #expect(seen == Damage(PixelRectangle(x: 0, y: 40, width: 20, height: 4)))
        shape.opacity = 0.9
        _ = composition.takeDamage()
        composition.set("above", shape)
        #expect(composition.takeDamage() == Damage(shape.box))
        #expect(composition.update("below", from: below.pixels, damage: hidden) == hidden)
        #expect(composition.takeDamage().isEmpty, "told by update")
        shape.isHidden = true
        composition.set("above", shape)
        #expect(composition.update("above", from: above.pixels, damage: Damage(PixelRectangle(of: above.size))).isEmpty)
    }

    /// Layers of other shapes show what they showed, in its place, without a frame.
    @Test func aLayerIsRepaintedFromWhatItShows() throws {
        let size = PixelSize(width: 200, height: 120)
        let composition = try Composition(canvas: size)
        let frame = TestFrame(80, 60)
        frame.fill { x, y in Colour(red: 3 * x, green: 4 * y, blue: 100) }
        let shapes = [
            LayerShape(box: PixelRectangle(x: 100, y: 20, width: 80, height: 60)),
            LayerShape(box: PixelRectangle(x: 4, y: 4, width: 160, height: 112)),
            LayerShape(box: PixelRectangle(x: 20, y: 20, width: 40, height: 30), isMirrored: true),
            LayerShape(box: PixelRectangle(x: 20, y: 20, width: 80, height: 60), crop: PixelRectangle(x: 20, y: 10, width: 40, height: 30)),
            LayerShape(box: PixelRectangle(x: -30, y: 40, width: 80, height: 60)),
        ]
        for shape in shapes {
            show("screen", frame, LayerShape(box: PixelRectangle(x: 0, y: 0, width: 80, height: 60)), on: composition)
            composition.set("screen", shape)
            let kept = snapshot(composition)
            let isExact = !composition.awaitsFrame("screen")
            _ = composition.update("screen", from: frame.pixels, damage: Damage())
            let anew = snapshot(composition)
            #expect(isExact ? kept == anew : kept.distance(to: anew) <= 14, "\(shape): \(kept.distance(to: anew))")
            #expect(!composition.awaitsFrame("screen"))
        }
        #expect(composition.placement(of: "screen")?.visible == PixelRectangle(x: 0, y: 40, width: 50, height: 60))
    }

    @Test func anotherSizeShowsTheSameLayersUntilTheirNextFrames() throws {
        let composition = try Composition(canvas: PixelSize(width: 160, height: 96))
        let (below, above) = (TestFrame(160, 96), TestFrame(40, 40))
        below.fill { _, _ in .grey(50) }
        above.fill { _, _ in .grey(200) }
        show("below", below, LayerShape(box: PixelRectangle(of: below.size)), on: composition)
        show("above", above, LayerShape(box: PixelRectangle(x: 100, y: 40, width: 40, height: 40)), on: composition)
        let shapes = [
            "below": LayerShape(box: PixelRectangle(x: 0, y: 0, width: 320, height: 192)),
            "above": LayerShape(box: PixelRectangle(x: 200, y: 80, width: 80, height: 80)),
        ]
        let before = snapshot(composition)
        let other = try composition.resized(to: PixelSize(width: 320, height: 192), shapes: shapes)
        let kept = snapshot(other)
        #expect(other.takeDamage() == Damage(PixelRectangle(x: 0, y: 0, width: 320, height: 192)))
        #expect(other.layers == ["below", "above"] && snapshot(composition) == before)
        _ = other.update("below", from: below.pixels, damage: Damage())
        _ = other.update("above", from: above.pixels, damage: Damage())
        #expect(kept == snapshot(other), "flat colours stay as they are when they are scaled")
        #expect(throws: PictureError.self) { try composition.resized(to: PixelSize(width: 3, height: 3), shapes: [:]) }
    }

    @Test func whatIsOutsideOrTooSmallShowsNothing() throws {
        let composition = try Composition(canvas: PixelSize(width: 64, height: 64))
        let frame = noise(32, 32, seed: 8)
        let black = snapshot(composition)
        for box in [(64, 0, 20, 20), (-20, 5, 20, 20), (3, 3, 1, 40), (3, 3, 0, 0), (0, 0, -9, 9), (Int.max, Int.min, Int.max, 1)] {
            let shape = LayerShape(box: PixelRectangle(x: box.0, y: box.1, width: box.2, height: box.3), mode: .fill)
            show("screen", frame, shape, on: composition)
            try composition.setPointerImage("screen", size: PixelSize(width: 1, height: 1), hotX: 0, hotY: 0, pixels: [1, 2, 3, 255])
            composition.movePointer("screen", toX: 3, y: 3)
            #expect(snapshot(composition) == black && composition.placement(of: "screen") == nil, "\(shape.box)")
        }
        let cropped = LayerShape(box: PixelRectangle(x: 0, y: 0, width: 20, height: 20), crop: PixelRectangle(x: 40, y: 0, width: 9, height: 9))
        show("screen", frame, cropped, on: composition)
        #expect(snapshot(composition) == black)
        #expect(composition.update("no such layer", from: frame.pixels, damage: Damage()).isEmpty)
    }
}
