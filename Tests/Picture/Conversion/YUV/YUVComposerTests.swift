import Fixtures
import Frames
import Testing

@testable import Picture

@Suite struct YUVComposerTests {
    static let formats: [PixelFormat] = [.i420(.canvas), .nv12(YUVColour(matrix: .bt601, range: .full)), .yuyv(.canvas)]

    /// Sizes even and odd, copied, shrunk and blown up.
    private static let sizes: [PixelSize] = [(160, 96), (159, 95), (161, 97), (200, 140), (320, 192), (101, 67), (37, 301)].map {
        PixelSize(width: $0.0, height: $0.1)
    }

    @Test(arguments: formats, sizes) func partialUpdatesEqualOneFullUpdate(format: PixelFormat, size: PixelSize) throws {
        for (orientation, mode) in [(Orientation.up, AspectMode.fit), (.leftMirrored, .fill), (.down, .stretch)] {
            var noise = SeededRandom(seed: UInt64(size.width))
            let frame = YUVFrame(size.width, size.height, format)
            frame.fillWithNoise(&noise)
            let canvas = PixelSize(width: 160, height: 96)
            let composer = try Composer(canvas: canvas, mode: mode)
            composer.configure(geometry: frame.geometry, orientation: orientation)
            _ = composer.update(from: frame.pixels, damage: Damage())
            for round in 0..<6 {
                var damage = Damage()
                for _ in 0...round % 3 {
                    let x = Int.random(in: -5..<size.width, using: &noise), y = Int.random(in: -5..<size.height, using: &noise)
                    let part = PixelRectangle(
                        x: x, y: y, width: Int.random(in: 1...40, using: &noise), height: Int.random(in: 1...40, using: &noise))
                    frame.fillWithNoise(&noise, in: part.intersection(PixelRectangle(of: size)))
                    damage.add(part)
                }
                _ = composer.update(from: frame.pixels, damage: damage)
            }
            let whole = try composed(frame, orientation: orientation, on: canvas, mode: mode)
            #expect(Snapshot(composer.canvas.view) == whole, "\(orientation) \(mode)")
        }
    }

    /// What needs no conversion gets none: not a bit is different.
    @Test func planesOfTheCanvassKindAreCopied() throws {
        for format in [PixelFormat.i420(.canvas), .nv12(.canvas)] {
            var noise = SeededRandom(seed: 5)
            let frame = YUVFrame(64, 48, format)
            frame.fillWithNoise(&noise)
            let seen = try composed(frame, on: frame.size)
            #expect(seen.luma == frame.samples(0) && seen.blue == frame.samples(1) && seen.red == frame.samples(2))
        }
    }

    @Test func colourAtFullHeightIsTheMeanOfTwoRows() throws {
        var noise = SeededRandom(seed: 6)
        let frame = YUVFrame(64, 48, .yuyv(.canvas))
        frame.fillWithNoise(&noise)
        let seen = try composed(frame, on: frame.size)
        #expect(seen.luma == frame.samples(0))
        let blue = frame.samples(1)
        for y in 0..<24 {
            for x in 0..<32 {
                let (upper, lower) = (Int(blue[2 * y * 32 + x]), Int(blue[(2 * y + 1) * 32 + x]))
                #expect(seen.blue(2 * x, 2 * y) == (upper + lower + 1) / 2)
            }
        }
    }

    /// The same samples, arranged otherwise, give the same picture, scaled or not.
    @Test(arguments: [PixelSize(width: 64, height: 48), PixelSize(width: 96, height: 72), PixelSize(width: 40, height: 30)])
    func theArrangementMakesNoDifference(canvas: PixelSize) throws {
        var noise = SeededRandom(seed: 7)
        let planar = YUVFrame(64, 48, .i420(YUVColour(matrix: .bt601, range: .limited)))
        planar.fillWithNoise(&noise)
        let interleaved = YUVFrame(64, 48, .nv12(YUVColour(matrix: .bt601, range: .limited)))
        let packed = YUVFrame(64, 48, .yuyv(YUVColour(matrix: .bt601, range: .limited)))
        for index in 0..<3 {
            let samples = planar.samples(index)
            let width = index == 0 ? 64 : 32
            interleaved.set(index) { x, y in samples[y * width + x] }
            packed.set(index) { x, y in samples[(index == 0 ? y : y / 2) * width + x] }
        }
        let wanted = try composed(planar, on: canvas)
        #expect(try composed(interleaved, on: canvas) == wanted)
        // Growing, colour at full height keeps edges that colour at half height has lost.
        if canvas.width <= 64 { #expect(try composed(packed, on: canvas).distance(to: wanted) <= 1) }
    }

    @Test func anOddLastRowAndColumnAreRepeated() throws {
        for format in Self.formats {
            let frame = YUVFrame(31, 17, format)
            frame.fill { x, y in x == 30 || y == 16 ? Colour(red: 250, green: 20, blue: 20) : .grey(40) }
            let seen = try composed(frame, on: PixelSize(width: 32, height: 18))
            for (x, y) in [(30, 0), (31, 0), (0, 16), (0, 17), (31, 17)] {
                #expect(seen.distance(at: x, y, from: Colour(red: 250, green: 20, blue: 20)) <= 5)
            }
            #expect(seen.distance(at: 27, 13, from: .grey(40)) <= 5)
        }
    }

    @Test func aSourceThatTurnsYUVIsPaintedAnew() throws {
        let pixels = TestFrame(64, 48, paddingBytes: 0)
        pixels.fill { _, _ in .grey(200) }
        let planes = YUVFrame(64, 48, .i420(YUVColour(matrix: .bt601, range: .limited)), paddingBytes: 0)
        planes.fill { _, _ in Colour(red: 10, green: 90, blue: 200) }
        let composer = try Composer(canvas: pixels.size, mode: .fit)
        composer.configure(geometry: pixels.geometry, orientation: .up)
        _ = composer.update(from: pixels.pixels, damage: Damage())
        composer.configure(geometry: planes.geometry, orientation: .up)
        _ = composer.update(from: planes.pixels, damage: Damage())
        #expect(Snapshot(composer.canvas.view).distance(at: 20, 20, from: Colour(red: 10, green: 90, blue: 200)) <= 5)
    }

    /// The one setting between two formats that are alike but for the range.
    @Test func anotherRangeIsAnotherPicture() throws {
        let frame = YUVFrame(64, 48, .i420(YUVColour(matrix: .bt709, range: .full)), paddingBytes: 0)
        frame.fill { _, _ in .grey(255) }
        #expect(Set(try composed(frame, on: frame.size).luma) == [235])
    }
}
