import Fixtures
import Frames
import Testing

@testable import Picture

/// A colour that becomes transparent, against its definition in Swift.
@Suite struct ChromaKeyTests {
    /// Pure green in BT.709.
    private static let green = (blue: UInt8(42), red: UInt8(26))

    private func key(similarity: Double = 0.1, blend: Double = 0.05, spill: Double = 0.5) -> ChromaKey {
        ChromaKey(blue: Self.green.blue, red: Self.green.red, similarity: similarity, blend: blend, spill: spill)
    }

    /// A picture with a matte.
    private struct Keyed {
        let picture: TestPicture
        var matte: [UInt8]

        func seen(_ x: Int, _ y: Int) -> Int { Int(matte[y * picture.view.lumaStrideBytes + x]) }
    }

    private func keyed(
        _ picture: TestPicture, _ key: ChromaKey, _ parts: [PixelRectangle]? = nil, with kernels: PixelKernels = .best
    ) throws -> Keyed {
        let made = try TestPicture(picture.size.width, picture.size.height)
        var bytes = [UInt8](repeating: 77, count: made.view.lumaStrideBytes * made.size.height)
        bytes.withUnsafeMutableBufferPointer {
            let matte = Matte(base: $0.baseAddress!, strideBytes: made.view.lumaStrideBytes)
            for part in parts ?? [PixelRectangle(of: picture.size)] {
                key.apply(picture.view, part: part, into: made.view, matte: matte, with: kernels)
            }
        }
        return Keyed(picture: made, matte: bytes)
    }

    /// Colours of every distance, in patches.
    private func colours(_ width: Int, _ height: Int) throws -> TestPicture {
        let picture = try TestPicture(width, height)
        picture.fill(seed: 6)
        var random = SeededRandom(seed: 7)
        for y in stride(from: 0, to: height / 2, by: 1) {
            for x in stride(from: 0, to: width / 2, by: 1) where (x / 5 + y / 3) % 2 == 0 {
                picture.view.blueChroma[y * picture.view.chromaStrideBytes + x] = .random(in: 0...255, using: &random)
                picture.view.redChroma[y * picture.view.chromaStrideBytes + x] = .random(in: 0...255, using: &random)
            }
        }
        return picture
    }

    @Test(arguments: [(2, 2), (34, 20), (1100, 12)], [(0.1, 0.05, 0.5), (0.3, 0.5, 1), (0.2, 1, 0), (1, 0.2, 0.3)])
    func itIsAsItIsDefined(size: (Int, Int), settings: (Double, Double, Double)) throws {
        let picture = try colours(size.0, size.1)
        let made = try keyed(picture, key(similarity: settings.0, blend: settings.1, spill: settings.2))
        var (matte, colour) = (0.0, 0.0)
        let reference = ReferenceKey(picture: picture, key: Self.green, similarity: settings.0, blend: settings.1, spill: settings.2)
        for y in 0..<size.1 {
            for x in 0..<size.0 {
                matte = max(matte, abs(reference.seen(x, y) - Double(made.seen(x, y))))
                let wanted = reference.colour(x, y)
                colour = max(colour, abs(wanted.x - Double(made.picture.blue(x, y))), abs(wanted.y - Double(made.picture.red(x, y))))
                #expect(made.picture.luma(x, y) == picture.luma(x, y))
            }
        }
        // A step, and what distances in 4095ths are away from the true ones.
        #expect(matte <= 1 + 255 / 4095 / settings.1 && colour <= 0.51, "\(matte), \(colour)")
        let portable = try keyed(picture, key(similarity: settings.0, blend: settings.1, spill: settings.2), with: .portable)
        #expect(portable.matte == made.matte && portable.picture.distance(to: made.picture) == 0)
    }

    @Test func partsAreAsTheWhole() throws {
        let picture = try colours(1100, 60)
        let whole = try keyed(picture, key(blend: 0.4))
        var random = SeededRandom(seed: 8)
        for _ in 0..<60 {
            let (x, y) = (Int.random(in: 0..<550, using: &random) * 2, Int.random(in: 0..<30, using: &random) * 2)
            let (width, height) = (Int.random(in: 1...((1100 - x) / 2), using: &random) * 2, Int.random(in: 1...((60 - y) / 2), using: &random) * 2)
            let part = PixelRectangle(x: x, y: y, width: width, height: height)
            let wanted = try TestPicture(1100, 60)
            wanted.view.part(part).copy(from: whole.picture.view.part(part))
            let made = try keyed(picture, key(blend: 0.4), [part])
            #expect(made.picture.distance(to: wanted) == 0, "\(part)")
            let isRight = (0..<60).allSatisfy { row in
                (0..<1100).allSatisfy { column in
                    let isInside = (x..<x + width).contains(column) && (y..<y + height).contains(row)
                    return made.seen(column, row) == (isInside ? whole.seen(column, row) : 77)
                }
            }
            #expect(isRight, "\(part)")
        }
    }

    @Test func anEdgeIsSoftAndTheColourIsTakenOutOfWhatStandsBeforeIt() throws {
        let picture = try TestPicture(64, 16)
        // The wall, what it lights (grey that is greenish), skin, blue.
        let colours: [SIMD3<Double>] = [SIMD3(0, 1, 0), SIMD3(0.5, 0.62, 0.5), SIMD3(0.8, 0.6, 0.5), SIMD3(0, 0, 1)]
        for x in stride(from: 0, to: 64, by: 2) { for y in stride(from: 0, to: 16, by: 2) { picture.paint(x, y, colours[x / 16]) } }
        let made = try keyed(picture, key(blend: 0.25, spill: 1))
        #expect(made.seen(4, 8) == 0 && made.seen(40, 8) == 255 && made.seen(60, 8) == 255)
        let edge = (12..<20).map { made.seen($0, 8) }
        #expect(edge == edge.sorted() && edge.contains { $0 > 0 && $0 < edge.last! }, "\(edge)")
        #expect(abs(made.picture.blue(24, 8) - 128) <= 2 && abs(made.picture.red(24, 8) - 128) <= 2 && picture.red(24, 8) < 122)
        for x in [40, 60] { #expect(made.picture.blue(x, 8) == picture.blue(x, 8) && made.picture.red(x, 8) == picture.red(x, 8)) }
        // Half of it.
        let half = try keyed(picture, key(spill: 0.5))
        #expect(half.picture.red(24, 8) > picture.red(24, 8) && half.picture.red(24, 8) < made.picture.red(24, 8))
    }

    /// Grey has no hue that could be taken out.
    @Test func aKeyOfGreyLeavesColours() throws {
        let picture = try colours(64, 32)
        let made = try keyed(picture, ChromaKey(blue: 128, red: 128, similarity: 0.05, blend: 0, spill: 1))
        #expect(made.picture.distance(to: picture) == 0)
        #expect(Set(made.matte.prefix(64)).isSuperset(of: [255]))
    }
}

/// Slow, and with nothing of the product.
private struct ReferenceKey {
    let picture: TestPicture
    let key: (blue: UInt8, red: UInt8)
    let similarity, blend, spill: Double

    private func distance(_ x: Int, _ y: Int) -> Double {
        let (column, row) = (min(max(x, 0), picture.size.width / 2 - 1), min(max(y, 0), picture.size.height / 2 - 1))
        let (u, v) = (Double(picture.blue(2 * column, 2 * row)) - Double(key.blue), Double(picture.red(2 * column, 2 * row)) - Double(key.red))
        return (u * u + v * v).squareRoot() / (255 * 2.0.squareRoot())
    }

    /// Between the centres of four blocks.
    func seen(_ x: Int, _ y: Int) -> Double {
        let (column, row) = (x / 2, y / 2)
        let (side, above) = (column + (x % 2 == 0 ? -1 : 1), row + (y % 2 == 0 ? -1 : 1))
        let near = 0.75 * distance(column, row) + 0.25 * distance(side, row)
        let far = 0.75 * distance(column, above) + 0.25 * distance(side, above)
        return 255 * min(max((0.75 * near + 0.25 * far - similarity) / blend, 0), 1)
    }

    func colour(_ x: Int, _ y: Int) -> SIMD2<Double> {
        let hue = SIMD2(Double(key.blue) - 128, Double(key.red) - 128)
        let direction = hue / (hue * hue).sum().squareRoot()
        let colour = SIMD2(Double(picture.blue(x, y)) - 128, Double(picture.red(x, y)) - 128)
        let (along, across) = ((colour * direction).sum(), abs(colour.x * direction.y - colour.y * direction.x))
        return 128 + colour - max(along - across, 0) * spill * direction
    }
}
