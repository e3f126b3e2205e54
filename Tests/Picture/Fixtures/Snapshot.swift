import Frames
import Picture

/// A copy of a canvas, decoded where wanted by BT.709's own equations in floating point.
struct Snapshot: Equatable {
    let size: PixelSize
    let luma: [UInt8]
    let blue: [UInt8]
    let red: [UInt8]

    init(_ view: I420View) {
        size = view.size
        func rows(_ plane: UnsafeMutablePointer<UInt8>, _ stride: Int, _ width: Int, _ height: Int) -> [UInt8] {
            (0..<height).flatMap { UnsafeBufferPointer(start: plane + $0 * stride, count: width) }
        }
        luma = rows(view.luma, view.lumaStrideBytes, size.width, size.height)
        blue = rows(view.blueChroma, view.chromaStrideBytes, size.width / 2, size.height / 2)
        red = rows(view.redChroma, view.chromaStrideBytes, size.width / 2, size.height / 2)
    }

    func luma(_ x: Int, _ y: Int) -> Int { Int(luma[y * size.width + x]) }
    func blue(_ x: Int, _ y: Int) -> Int { Int(blue[y / 2 * (size.width / 2) + x / 2]) }
    func red(_ x: Int, _ y: Int) -> Int { Int(red[y / 2 * (size.width / 2) + x / 2]) }

    func colour(_ x: Int, _ y: Int) -> Colour {
        let (lumaShare, kr, kb) = (Double(luma(x, y) - 16) / 219, 0.2126, 0.0722)
        let (pb, pr) = (Double(blue(x, y) - 128) / 224, Double(red(x, y) - 128) / 224)
        let (r, b) = (lumaShare + 2 * (1 - kr) * pr, lumaShare + 2 * (1 - kb) * pb)
        let g = (lumaShare - kr * r - kb * b) / (1 - kr - kb)
        func byte(_ value: Double) -> Int { Int((min(max(value, 0), 1) * 255).rounded()) }
        return Colour(red: byte(r), green: byte(g), blue: byte(b))
    }

    /// The largest difference of any sample.
    func distance(to other: Snapshot) -> Int {
        func largest(_ left: [UInt8], _ right: [UInt8]) -> Int { zip(left, right).map { abs(Int($0) - Int($1)) }.max() ?? 0 }
        guard size == other.size else { return .max }
        return max(largest(luma, other.luma), largest(blue, other.blue), largest(red, other.red))
    }

    /// How far a pixel is from a colour, in 8-bit steps of the worst component.
    func distance(at x: Int, _ y: Int, from wanted: Colour) -> Int {
        let seen = colour(x, y)
        return max(abs(seen.red - wanted.red), abs(seen.green - wanted.green), abs(seen.blue - wanted.blue))
    }
}

/// A picture composed in one go.
func composed(
    _ frame: TestFrame, orientation: Orientation = .up, on canvas: PixelSize, mode: AspectMode = .fit
) throws -> Snapshot {
    let composer = try Composer(canvas: canvas, mode: mode)
    composer.configure(geometry: frame.geometry, orientation: orientation)
    _ = composer.update(from: frame.pixels, damage: Damage(PixelRectangle(of: frame.size)))
    return Snapshot(composer.canvas.view)
}
