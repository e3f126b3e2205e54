import Fixtures
import Frames
import Picture

/// A picture with the planes of a canvas, as tests fill, filter and compare it.
final class TestPicture {
    let canvas: Canvas
    var view: I420View { canvas.view }
    var size: PixelSize { canvas.size }

    init(_ width: Int, _ height: Int) throws { canvas = Canvas(evenSize: PixelSize(width: width, height: height)) }

    /// Colours that vary slowly, of all hues, with some noise: none is out of what screens show.
    func fill(seed: UInt64, in part: PixelRectangle? = nil) {
        var random = SeededRandom(seed: seed)
        let part = part ?? PixelRectangle(of: size)
        for y in stride(from: part.y, to: part.maxY, by: 2) {
            for x in stride(from: part.x, to: part.maxX, by: 2) {
                let colour = SIMD3<Double>(
                    Double(x) / Double(size.width), Double(y) / Double(size.height), Double((x + y) % 97) / 96)
                let noise = Double.random(in: -0.02...0.02, using: &random)
                paint(x, y, (colour + noise).clamped(lowerBound: .zero, upperBound: .one))
            }
        }
    }

    /// A block of 2x2 in one colour.
    func paint(_ x: Int, _ y: Int, _ colour: SIMD3<Double>) {
        let luma = 0.2126 * colour.x + 0.7152 * colour.y + 0.0722 * colour.z
        for row in 0..<2 {
            for column in 0..<2 { view.luma[(y + row) * view.lumaStrideBytes + x + column] = UInt8((16 + 219 * luma).rounded()) }
        }
        view.blueChroma[y / 2 * view.chromaStrideBytes + x / 2] = UInt8((128 + 224 * (colour.z - luma) / 1.8556).rounded())
        view.redChroma[y / 2 * view.chromaStrideBytes + x / 2] = UInt8((128 + 224 * (colour.x - luma) / 1.5748).rounded())
    }

    func luma(_ x: Int, _ y: Int) -> Int { Int(view.luma[y * view.lumaStrideBytes + x]) }
    func blue(_ x: Int, _ y: Int) -> Int { Int(view.blueChroma[y / 2 * view.chromaStrideBytes + x / 2]) }
    func red(_ x: Int, _ y: Int) -> Int { Int(view.redChroma[y / 2 * view.chromaStrideBytes + x / 2]) }

    /// The largest difference of any sample.
    func distance(to other: TestPicture) -> Int {
        var most = 0
        for y in 0..<size.height {
            for x in 0..<size.width {
                most = max(most, abs(luma(x, y) - other.luma(x, y)), abs(blue(x, y) - other.blue(x, y)), abs(red(x, y) - other.red(x, y)))
            }
        }
        return most
    }

    /// How much it varies from column to column.
    var roughness: Int {
        var sum = 0
        for y in 0..<size.height { for x in 1..<size.width { sum += abs(luma(x, y) - luma(x - 1, y)) } }
        return sum
    }
}
