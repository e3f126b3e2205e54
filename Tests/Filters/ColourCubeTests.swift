import Frames
import Picture
import Testing

/// Colour tables over pictures, against their definition in Swift.
@Suite struct ColourCubeTests {
    private static func table(_ size: Int, _ colour: (SIMD3<Float>) -> SIMD3<Float>) -> [SIMD3<Float>] {
        var colours: [SIMD3<Float>] = []
        for blue in 0..<size {
            for green in 0..<size {
                for red in 0..<size { colours.append(colour(SIMD3(Float(red), Float(green), Float(blue)) / Float(size - 1))) }
            }
        }
        return colours
    }

    @Test(arguments: [2, 17, 33, 65]) func theIdentityIsTheIdentity(size: Int) throws {
        let (picture, made) = (try TestPicture(320, 180), try TestPicture(320, 180))
        picture.fill(seed: 1)
        ColourCube(size: size, colours: Self.table(size) { $0 }).apply(picture.view, into: made.view)
        #expect(picture.distance(to: made) <= 1)
    }

    /// Of each pixel alone, by the equations of BT.709 and tetrahedra as they are defined.
    @Test func aTableOfNoiseIsAsItIsDefined() throws {
        let (picture, made, wanted) = (try TestPicture(160, 90), try TestPicture(160, 90), try TestPicture(160, 90))
        picture.fill(seed: 2)
        var random = SystemRandomNumberGenerator()
        let colours = Self.table(5) { _ in
            SIMD3(.random(in: -0.2...1.2, using: &random), .random(in: -0.2...1.2, using: &random), .random(in: -0.2...1.2, using: &random))
        }
        ColourCube(size: 5, colours: colours, domain: [-0.1...1.1, 0...1, 0.1...0.9]).apply(picture.view, into: made.view)
        let reference = ReferenceCube(size: 5, colours: colours, least: SIMD3(-0.1, 0, 0.1), most: SIMD3(1.1, 1, 0.9))
        reference.apply(picture, into: wanted)
        // Exact, but for a rounding where the processor adds and multiplies at once.
        #expect(made.distance(to: wanted) <= 1)
        #expect(picture.distance(to: made) > 40)
    }
}

/// Slow, and with nothing of the product.
private struct ReferenceCube {
    let size: Int
    let colours: [SIMD3<Float>]
    let least, most: SIMD3<Float>

    func apply(_ picture: TestPicture, into made: TestPicture) {
        for y in stride(from: 0, to: picture.size.height, by: 2) {
            for x in stride(from: 0, to: picture.size.width, by: 2) {
                let (u, v) = ((Float(picture.blue(x, y)) - 128) / 224, (Float(picture.red(x, y)) - 128) / 224)
                var sum = SIMD3<Float>.zero
                for (row, column) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    let grey = (Float(picture.luma(x + column, y + row)) - 16) / 219
                    let colour = lookUp(SIMD3(grey + 1.5748 * v, grey - 0.187324 * u - 0.468124 * v, grey + 1.8556 * u))
                        .clamped(lowerBound: .zero, upperBound: .one)
                    made.view.luma[(y + row) * made.view.lumaStrideBytes + x + column] = UInt8(16.5 + 219 * luma(colour))
                    sum += colour
                }
                let mean = sum / 4
                made.view.blueChroma[y / 2 * made.view.chromaStrideBytes + x / 2] = UInt8(128.5 + 224 * (mean.z - luma(mean)) / 1.8556)
                made.view.redChroma[y / 2 * made.view.chromaStrideBytes + x / 2] = UInt8(128.5 + 224 * (mean.x - luma(mean)) / 1.5748)
            }
        }
    }

    private func luma(_ colour: SIMD3<Float>) -> Float { 0.2126 * colour.x + 0.7152 * colour.y + 0.0722 * colour.z }

    /// From the corner below to the one above, along the axes in the order of what is left of the colour.
    private func lookUp(_ colour: SIMD3<Float>) -> SIMD3<Float> {
        let place = ((colour - least) / (most - least) * Float(size - 1)).clamped(lowerBound: .zero, upperBound: SIMD3(repeating: Float(size - 1)))
        var corner = (0..<3).map { min(Int(place[$0]), size - 2) }
        let rest = (0..<3).map { place[$0] - Float(corner[$0]) }
        var result = point(corner)
        var last = point(corner)
        for axis in (0..<3).sorted(by: { rest[$0] > rest[$1] }) {
            corner[axis] += 1
            let next = point(corner)
            result += (next - last) * rest[axis]
            last = next
        }
        return result
    }

    private func point(_ at: [Int]) -> SIMD3<Float> { colours[at[0] + size * (at[1] + size * at[2])] }
}
