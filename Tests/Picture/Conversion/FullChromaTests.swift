import Fixtures
import Frames
import Testing

@testable import Picture

/// Canvases with a colour for each pixel.
@Suite struct FullChromaTests {
    private func composer(_ canvas: PixelSize, mode: AspectMode = .fit, kernels: PixelKernels = .best) throws -> Composer {
        let composer = try Composer(canvas: canvas, mode: mode, kernels: kernels)
        composer.setFullChroma(true)
        return composer
    }

    private func shown(
        _ frame: TestFrame, _ orientation: Orientation = .up, on canvas: PixelSize, kernels: PixelKernels = .best
    ) throws -> FullSnapshot {
        let composer = try composer(canvas, mode: .stretch, kernels: kernels)
        composer.configure(geometry: frame.geometry, orientation: orientation)
        _ = composer.update(from: frame.pixels, damage: Damage())
        return FullSnapshot(composer.canvas.view)
    }

    /// Against BT.709's equations in floating point; odd sizes end with their last pixel once more.
    @Test func everyPixelHasItsOwnColour() throws {
        var noise = SeededRandom(seed: 21)
        for (width, height) in [(64, 48), (131, 77), (33, 16), (640, 30)] {
            let frame = TestFrame(width, height)
            frame.fillWithNoise(&noise)
            let canvas = PixelSize(width: (width + 1) & ~1, height: (height + 1) & ~1)
            let (best, portable) = (try shown(frame, on: canvas), try shown(frame, on: canvas, kernels: .portable))
            #expect(best == portable)
            for y in 0..<canvas.height {
                for x in 0..<canvas.width {
                    let wanted = YUVColour.canvas.samples(of: frame[min(x, width - 1), min(y, height - 1)])
                    let seen = best.samples(x, y)
                    #expect(zip(wanted, seen).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "at \(x),\(y): \(wanted), \(seen)")
                }
            }
        }
    }

    /// Where a block is of one colour both chromas are the same bytes; the half one is as it is without the full one.
    @Test func halfChromaIsAsItIsWithout() throws {
        var noise = SeededRandom(seed: 22)
        let frame = TestFrame(120, 80)
        frame.fillWithNoise(&noise)
        let canvas = PixelSize(width: 90, height: 60)
        #expect(try shown(frame, on: canvas).half == composed(frame, on: canvas, mode: .stretch))
        let colour = Colour(red: 200, green: 30, blue: 90)
        frame.fill { _, _ in colour }
        let flat = try shown(frame, on: canvas)
        #expect(Set(flat.blue) == Set(flat.half.blue) && Set(flat.red) == Set(flat.half.red))
    }

    /// Red and blue in turn, a pixel each: turned, they stand where they should in full strength.
    @Test(arguments: Orientation.allCases) func coloursStayWithTheirPixelsTurned(orientation: Orientation) throws {
        let frame = TestFrame(70, 140)
        let palette = [Colour(red: 255, green: 0, blue: 0), Colour(red: 0, green: 0, blue: 255), Colour(red: 0, green: 255, blue: 0)]
        frame.fill { x, y in palette[(x + 2 * y) % 3] }
        let canvas = orientation.upright(frame.size)
        let seen = try shown(frame, orientation, on: canvas)
        let plain = try composed(frame, orientation: orientation, on: canvas)
        for y in 0..<frame.size.height {
            for x in 0..<frame.size.width {
                let at = orientation.upright(PixelRectangle(x: x, y: y, width: 1, height: 1), in: frame.size)
                let wanted = YUVColour.canvas.samples(of: frame[x, y])
                #expect(zip(wanted, seen.samples(at.x, at.y)).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "\(x),\(y)")
            }
        }
        #expect(plain.distance(at: 20, 20, from: frame[20, 20]) > 60, "half chroma cannot show this")
    }

    /// Twice as large: each colour fills its block, and between blocks they are mixed.
    @Test func scaledColoursAreScaledInFull() throws {
        let frame = TestFrame(64, 48)
        frame.fill { x, _ in x % 2 == 0 ? Colour(red: 255, green: 0, blue: 0) : Colour(red: 0, green: 0, blue: 255) }
        // 2:1 has its own kernel: the mean of both colours.
        let halved = try shown(frame, on: PixelSize(width: 32, height: 24))
        let mean = YUVColour.canvas.samples(of: Colour(red: 128, green: 0, blue: 128))
        #expect(halved.blue.allSatisfy { abs(Int($0) - Int(mean[1])) <= 1 } && halved.red.allSatisfy { abs(Int($0) - Int(mean[2])) <= 1 })
        let doubled = try shown(frame, on: PixelSize(width: 128, height: 96))
        // A quarter of the neighbour is mixed in.
        let near = YUVColour.canvas.samples(of: Colour(red: 191, green: 0, blue: 64))
        #expect(zip(near, doubled.samples(20, 20)).allSatisfy { abs(Int($0) - Int($1)) <= 2 }, "\(near), \(doubled.samples(20, 20))")
    }

    @Test(arguments: [(159, 95, Orientation.up), (320, 192, .leftMirrored), (101, 67, .down), (200, 140, .right)])
    func partialUpdatesEqualOneFullUpdate(width: Int, height: Int, orientation: Orientation) throws {
        var noise = SeededRandom(seed: UInt64(width))
        let canvas = PixelSize(width: 160, height: 96)
        let frame = TestFrame(width, height)
        frame.fillWithNoise(&noise)
        try followParts(frame.geometry, frame.pixels, orientation, canvas) { frame.fillWithNoise(&noise, in: $0) }
        for format in YUVComposerTests.formats {
            let frame = YUVFrame(width, height, format)
            frame.fillWithNoise(&noise)
            try followParts(frame.geometry, frame.pixels, orientation, canvas) { frame.fillWithNoise(&noise, in: $0) }
        }
    }

    private func followParts(
        _ geometry: FrameGeometry, _ pixels: UnsafeRawPointer, _ orientation: Orientation, _ canvas: PixelSize,
        _ fill: (PixelRectangle) -> Void
    ) throws {
        let (parts, whole) = (try composer(canvas), try composer(canvas))
        for composer in [parts, whole] { composer.configure(geometry: geometry, orientation: orientation) }
        _ = parts.update(from: pixels, damage: Damage())
        var random = SeededRandom(seed: 77)
        for _ in 0..<8 {
            let part = PixelRectangle(
                x: Int.random(in: -5..<geometry.size.width, using: &random), y: Int.random(in: -5..<geometry.size.height, using: &random),
                width: Int.random(in: 1...40, using: &random), height: Int.random(in: 1...40, using: &random))
            fill(part.intersection(PixelRectangle(of: geometry.size)))
            _ = parts.update(from: pixels, damage: Damage(part))
        }
        _ = whole.update(from: pixels, damage: Damage())
        #expect(FullSnapshot(parts.canvas.view) == FullSnapshot(whole.canvas.view), "\(geometry.format)")
    }

    /// Of a frame whose pixels share their colours: interpolated between the middles of the blocks.
    @Test func sharedColoursAreInterpolated() throws {
        for format in [PixelFormat.i420(.canvas), .nv12(.canvas)] {
            let frame = YUVFrame(64, 48, format)
            frame.set(0) { _, _ in 100 }
            frame.set(1) { x, _ in UInt8(40 + 4 * x) }
            frame.set(2) { _, y in UInt8(60 + 4 * y) }
            let composer = try composer(frame.size)
            composer.configure(geometry: frame.geometry, orientation: .up)
            _ = composer.update(from: frame.pixels, damage: Damage())
            let seen = FullSnapshot(composer.canvas.view)
            for position in 1..<47 {
                let wanted = 4 * (Double(position) - 0.5) / 2
                #expect(
                    abs(Double(seen.samples(position, 9)[1]) - 40 - wanted) <= 0.52 && abs(Double(seen.samples(9, position)[2]) - 60 - wanted) <= 0.52
                )
            }
        }
    }

    @Test(arguments: YUVGoldenTests.colours) func otherMatricesAndRangesAreChanged(colour: YUVColour) throws {
        let chart = ColourTests.chart
        let frame = YUVFrame(chart.count * 8, 16, .i420(colour))
        frame.fill { x, _ in chart[x / 8] }
        for kernels in [PixelKernels.best, .portable] {
            let composer = try composer(frame.size, kernels: kernels)
            composer.configure(geometry: frame.geometry, orientation: .up)
            _ = composer.update(from: frame.pixels, damage: Damage())
            let seen = FullSnapshot(composer.canvas.view)
            for (index, wanted) in chart.enumerated() {
                let samples = YUVColour.canvas.samples(of: wanted)
                #expect(zip(samples, seen.samples(index * 8 + 4, 8)).allSatisfy { abs(Int($0) - Int($1)) <= 2 }, "\(wanted)")
            }
        }
    }

    /// An opaque pointer looks as if it had been drawn on the frame, and leaves no trace.
    @Test(arguments: [(20, 12), (21, 13), (-3, -2), (45, 29)]) func thePointerIsBlendedInFullColour(x: Int, y: Int) throws {
        let frame = TestFrame(48, 32)
        frame.fill { x, y in Colour(red: x * 5, green: y * 7, blue: 90) }
        let size = PixelSize(width: 7, height: 5)
        func colour(_ x: Int, _ y: Int) -> Colour { (x + y) % 2 == 0 ? Colour(red: 255, green: 0, blue: 0) : Colour(red: 0, green: 60, blue: 255) }
        let pixels: [UInt8] = (0..<size.height).flatMap { y in
            (0..<size.width).flatMap { x -> [UInt8] in
                [UInt8(colour(x, y).blue), UInt8(colour(x, y).green), UInt8(colour(x, y).red), 255]
            }
        }
        let composer = try composer(frame.size)
        composer.configure(geometry: frame.geometry, orientation: .up)
        _ = composer.update(from: frame.pixels, damage: Damage())
        try composer.setPointerImage(size: size, hotX: 0, hotY: 0, pixels: pixels)
        composer.movePointer(toX: x, y: y)
        let clean = FullSnapshot(composer.canvas.view)
        let seen = composer.withPointerBlended { FullSnapshot($0) }
        #expect(FullSnapshot(composer.canvas.view) == clean)
        let whole = PixelRectangle(x: x, y: y, width: size.width, height: size.height)
        frame.fill(whole.intersection(PixelRectangle(of: frame.size))) { colour($0 - x, $1 - y) }
        let drawn = try shown(frame, on: frame.size)
        #expect(seen.half.luma == drawn.half.luma && seen.distance(to: drawn) <= 1, "\(seen.distance(to: drawn))")
    }

    /// It comes with what the canvas shows, is painted anew with the next frame whatever changed there, and goes with its memory.
    @Test func fullChromaComesAndGoes() throws {
        let frame = TestFrame(64, 48)
        frame.fill { x, _ in x % 2 == 0 ? Colour(red: 255, green: 0, blue: 0) : Colour(red: 0, green: 0, blue: 255) }
        let composer = try Composer(canvas: frame.size, mode: .fit)
        composer.configure(geometry: frame.geometry, orientation: .up)
        _ = composer.update(from: frame.pixels, damage: Damage())
        let plain = Snapshot(composer.canvas.view)
        #expect(composer.canvas.view.fullChroma == nil)
        composer.setFullChroma(true)
        let waiting = FullSnapshot(composer.canvas.view)
        #expect(waiting.half == plain && Set(waiting.blue) == Set(plain.blue), "made from the half that is there")
        #expect(composer.update(from: frame.pixels, damage: Damage()) == Damage(PixelRectangle(of: frame.size)))
        #expect(FullSnapshot(composer.canvas.view) == (try shown(frame, on: frame.size)))
        let resized = try composer.resized(to: PixelSize(width: 32, height: 24))
        #expect(resized.canvas.hasFullChroma)
        composer.setFullChroma(false)
        #expect(composer.canvas.view.fullChroma == nil)
        let part = PixelRectangle(x: 4, y: 4, width: 2, height: 2)
        #expect(composer.update(from: frame.pixels, damage: Damage(part)) == Damage(part), "nothing is painted for it")
        #expect(Snapshot(composer.canvas.view) == plain)
    }

    @Test func aCopyInAnotherSizeIsMadeOfFullChroma() throws {
        let size = PixelSize(width: 128, height: 96)
        let frame = TestFrame(size.width, size.height)
        frame.fill { x, y in (x / 2 + y / 2) % 2 == 0 ? Colour(red: 255, green: 0, blue: 0) : Colour(red: 0, green: 0, blue: 255) }
        let composer = try composer(size)
        composer.configure(geometry: frame.geometry, orientation: .up)
        _ = composer.update(from: frame.pixels, damage: Damage())
        let (half, same) = (
            EncodingPicture(size: PixelSize(width: 64, height: 48), hasFullChroma: true), EncodingPicture(size: size, hasFullChroma: true)
        )
        for changed in [nil, Damage(PixelRectangle(x: 40, y: 40, width: 10, height: 10))] {
            for picture in [half, same] { _ = picture.update(from: composer.canvas.view, changed: changed) }
            #expect(FullSnapshot(same.view) == FullSnapshot(composer.canvas.view))
            let seen = FullSnapshot(half.view)
            // Each pixel of it is a block of one colour.
            for (x, y) in [(0, 0), (1, 0), (10, 21), (22, 22), (63, 47)] {
                let wanted = YUVColour.canvas.samples(of: frame[2 * x, 2 * y])
                #expect(zip(wanted, seen.samples(x, y)).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "\(x),\(y)")
            }
        }
    }

    @Test func aSlatesTextIsAsSharpInColourAsInLuma() throws {
        let canvas = try Canvas(size: PixelSize(width: 320, height: 180))
        canvas.setFullChroma(true)
        #expect(canvas.paint(SlateDesign(text: "Paused", colour: PixelColour(red: 200, green: 0, blue: 0))), "no font is installed")
        let seen = FullSnapshot(canvas.view)
        // White on red: luma and chroma are on one line between the two.
        for y in 0..<180 {
            for x in 0..<320 {
                let samples = seen.samples(x, y).map(Double.init)
                let (paper, ink) = (YUVColour.canvas.samples(of: Colour(red: 200, green: 0, blue: 0)), YUVColour.canvas.samples(of: .grey(255)))
                let share = (samples[0] - Double(paper[0])) / (Double(ink[0]) - Double(paper[0]))
                #expect(abs(samples[2] - (Double(paper[2]) + share * (Double(ink[2]) - Double(paper[2])))) <= 3, "\(x),\(y)")
            }
        }
    }
}
