import Fixtures
import Frames
import Testing

@testable import Picture

@Suite struct PlaneKernelTests {
    @Test(arguments: [PixelFormat.i420(YUVColour(matrix: .bt601, range: .full)), .nv12(.canvas), .yuyv(YUVColour(matrix: .bt2020, range: .limited))])
    func bothKindsOfKernelsGiveTheSameBytes(format: PixelFormat) throws {
        var noise = SeededRandom(seed: 11)
        for (width, height) in [(64, 48), (131, 77), (640, 30), (48, 200), (328, 100)] {
            let frame = YUVFrame(width, height, format)
            frame.fillWithNoise(&noise)
            let sizes = [(width & ~1, height & ~1), (90, 66), (1100, 52), (width / 4 * 2, height / 4 * 2)]
            for canvas in sizes.map({ PixelSize(width: $0.0, height: $0.1) })
            where canvas.width >= 16 && canvas.height >= 16 {
                let best = try composed(frame, on: canvas, mode: .stretch)
                #expect(try composed(frame, on: canvas, mode: .stretch, kernels: .portable) == best)
            }
        }
    }

    /// 2:1 has kernels of its own, and no other result.
    @Test(arguments: [(step: 1, phase: 0), (2, 0), (2, 1)]) func halvingIsTheFilterOfTwoHalves(step: Int, phase: Int) {
        var noise = SeededRandom(seed: 5)
        for count in [1, 15, 16, 33, 64, 205] {
            let stride = 2 * count * step + 7
            let rows = (0..<2 * stride).map { _ in UInt8.random(in: .min ... .max, using: &noise) }
            var mixed = [UInt16](repeating: 0, count: stride)
            let halves = [Int16](repeating: 8192, count: 2 * count)
            let first = (0..<count).map { Int32(2 * $0) }
            var wanted = [UInt8](repeating: 0, count: count)
            PixelKernels.portable.mixRows(
                rows, strideBytes: stride, existing: 2, weights: halves, taps: 2, into: &mixed, bytes: 2 * count * step)
            let channel = (0..<2 * count).map { mixed[$0 * step + phase] }
            PixelKernels.portable.mixPlaneColumns(channel, first: first, weights: halves, taps: 2, into: &wanted, count: count)
            for kernels in [PixelKernels.portable, .best] {
                var seen = [UInt8](repeating: 0, count: count + 1)
                kernels.halvePlane(rows, strideBytes: stride, step: step, phase: phase, into: &seen, count: count)
                #expect(seen == wanted + [0], "\(count) of step \(step)")
            }
        }
    }

    /// Against the definitions, in floating point: through red, green and blue.
    @Test(arguments: YUVGoldenTests.colours) func aChangeOfColoursFollowsTheDefinition(colour: YUVColour) throws {
        guard let change = ColourChange(from: colour) else {
            #expect(colour == .canvas)
            return
        }
        var noise = SeededRandom(seed: 3)
        let (memory, view) = Canvas.allocate(PixelSize(width: 1200, height: 32))
        let before = I420Picture(view, &noise)
        PixelKernels.best.recolour(view, by: change)
        withExtendedLifetime(memory) {
            let after = Snapshot(view)
            for y in stride(from: 0, to: 32, by: 5) {
                for x in 0..<1200 {
                    let wanted = before.converted(x, y, from: colour)
                    let seen = [after.luma(x, y), after.blue(x, y), after.red(x, y)]
                    #expect(zip(wanted, seen).allSatisfy { abs($0 - Double($1)) <= 0.52 }, "at \(x),\(y): \(wanted), \(seen)")
                }
            }
        }
    }

    @Test func aFlatColourStaysFlatAtAnyRatio() throws {
        let colour = Colour(red: 200, green: 30, blue: 90)
        for format in YUVComposerTests.formats {
            for (width, height) in [(1, 1), (3, 2), (2, 1), (1000, 17), (19, 900), (4096, 2)] {
                let frame = YUVFrame(width, height, format)
                frame.fill { _, _ in colour }
                let seen = try composed(frame, on: PixelSize(width: 40, height: 40), mode: .stretch)
                #expect(Set(seen.luma).count == 1 && Set(seen.blue).count == 1 && Set(seen.red).count == 1, "\(width)x\(height)")
                #expect(seen.distance(at: 20, 20, from: colour) <= 5)
            }
        }
    }
}

/// Noise in an I420 picture, and what it must become.
private struct I420Picture {
    let snapshot: Snapshot

    init(_ view: I420View, _ noise: inout SeededRandom) {
        for row in 0..<view.size.height {
            for x in 0..<view.size.width { view.luma[row * view.lumaStrideBytes + x] = UInt8.random(in: 0...255, using: &noise) }
        }
        for row in 0..<view.size.height / 2 {
            for x in 0..<view.size.width / 2 {
                view.blueChroma[row * view.chromaStrideBytes + x] = UInt8.random(in: 0...255, using: &noise)
                view.redChroma[row * view.chromaStrideBytes + x] = UInt8.random(in: 0...255, using: &noise)
            }
        }
        snapshot = Snapshot(view)
    }

    func converted(_ x: Int, _ y: Int, from colour: YUVColour) -> [Double] {
        let (kr, kb): (Double, Double) =
            switch colour.matrix {
            case .bt601: (0.299, 0.114)
            case .bt709: (0.2126, 0.0722)
            case .bt2020: (0.2627, 0.0593)
            }
        let isFull = colour.range == .full
        let luma = isFull ? Double(snapshot.luma(x, y)) / 255 : Double(snapshot.luma(x, y) - 16) / 219
        let pb = Double(snapshot.blue(x, y) - 128) / (isFull ? 255 : 224), pr = Double(snapshot.red(x, y) - 128) / (isFull ? 255 : 224)
        let (r, b) = (luma + 2 * (1 - kr) * pr, luma + 2 * (1 - kb) * pb)
        let g = (luma - kr * r - kb * b) / (1 - kr - kb)
        let wanted = 0.2126 * r + 0.7152 * g + 0.0722 * b
        return [16 + 219 * wanted, 128 + 224 * (b - wanted) / 1.8556, 128 + 224 * (r - wanted) / 1.5748].map { min(max($0, 0), 255) }
    }
}
