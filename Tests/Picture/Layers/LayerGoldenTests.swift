import Frames
import Picture
import Testing

/// Each layer against a compositor in floating point that knows the definitions alone: a picture whose colours are linear in x and y is the
/// same through any filter, so that only place, turn, crop, order and opacity are judged.
@Suite struct LayerGoldenTests {
    struct Case: Sendable, CustomStringConvertible {
        let mode: AspectMode
        let orientation: Orientation
        let isMirrored: Bool
        let isCropped: Bool
        let opacity: Double
        let z: Int

        var description: String { "\(mode) \(orientation) mirrored \(isMirrored) cropped \(isCropped) opacity \(opacity) z \(z)" }
    }

    static let cases: [Case] = AspectMode.allCases.flatMap { mode in
        Orientation.allCases.flatMap { orientation in
            [false, true].flatMap { isMirrored in
                [false, true].flatMap { isCropped in
                    [(1.0, 1), (0.4, 1), (0.75, -1)].map { opacity, z in
                        Case(mode: mode, orientation: orientation, isMirrored: isMirrored, isCropped: isCropped, opacity: opacity, z: z)
                    }
                }
            }
        }
    }

    static let canvas = PixelSize(width: 160, height: 128)
    static let stored = PixelSize(width: 80, height: 40)
    static let box = PixelRectangle(x: 30, y: 20, width: 80, height: 80)

    @Test(arguments: cases) func aLayerStandsAsItsShapeSays(test: Case) throws {
        let (front, back) = (TestFrame(Self.stored.width, Self.stored.height), TestFrame(Self.canvas.width, Self.canvas.height))
        front.fill { x, y in rounded(Self.frontColour(Double(x) + 0.5, Double(y) + 0.5)) }
        back.fill { x, y in rounded(Self.backColour(Double(x) + 0.5, Double(y) + 0.5)) }
        let composition = try Composition(canvas: Self.canvas)
        let crop = test.isCropped ? Self.crop(test.orientation) : nil
        composition.set(
            "front",
            LayerShape(box: Self.box, mode: test.mode, z: test.z, opacity: test.opacity, isMirrored: test.isMirrored, crop: crop))
        composition.set("back", LayerShape(box: PixelRectangle(of: Self.canvas), opacity: test.z < 0 ? 0.5 : 1))
        composition.configure("front", geometry: front.geometry, orientation: test.orientation)
        composition.configure("back", geometry: back.geometry, orientation: .up)
        _ = composition.update("back", from: back.pixels, damage: Damage())
        _ = composition.update("front", from: front.pixels, damage: Damage())
        let seen = composition.withPicture { Snapshot($0) }
        var wrong: [String] = []
        for y in 0..<Self.canvas.height {
            for x in 0..<Self.canvas.width {
                guard let wanted = Self.wanted(test, Double(x) + 0.5, Double(y) + 0.5) else { continue }
                let found = [seen.luma(x, y), seen.blue(x, y), seen.red(x, y)]
                if zip(wanted, found).contains(where: { abs($0 - Double($1)) > 3 }) { wrong.append("\(x),\(y): \(found), not \(wanted)") }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count) pixels, such as \(wrong.first ?? "")")
    }

    // MARK: The reference

    private func rounded(_ colour: [Double]) -> Colour {
        Colour(red: Int(colour[0].rounded()), green: Int(colour[1].rounded()), blue: Int(colour[2].rounded()))
    }

    private static func frontColour(_ x: Double, _ y: Double) -> [Double] { [20 + 2.5 * x, 30 + 4 * y, 200 - x - 2 * y] }
    private static func backColour(_ x: Double, _ y: Double) -> [Double] { [240 - x, 40 + y, 100 + x / 2] }

    private static func crop(_ orientation: Orientation) -> PixelRectangle {
        isUpended(orientation) ? PixelRectangle(x: 10, y: 24, width: 20, height: 40) : PixelRectangle(x: 24, y: 10, width: 40, height: 20)
    }

    private static func isUpended(_ orientation: Orientation) -> Bool { [.left, .right, .leftMirrored, .rightMirrored].contains(orientation) }

    /// Luma and chroma at a point of the canvas; `nil` at the layer's edge, where filters differ.
    private static func wanted(_ test: Case, _ x: Double, _ y: Double) -> [Double]? {
        let back = samples(backColour(x, y))
        let upright = isUpended(test.orientation) ? stored.transposed : stored
        let crop = test.isCropped ? crop(test.orientation) : PixelRectangle(of: upright)
        // In the box: how large the crop is there.
        let (across, down) = (Double(box.width) / Double(crop.width), Double(box.height) / Double(crop.height))
        let scale =
            switch test.mode {
            case .fit: (min(across, down), min(across, down))
            case .fill: (max(across, down), max(across, down))
            case .stretch: (across, down)
            }
        let (width, height) = (Double(crop.width) * scale.0, Double(crop.height) * scale.1)
        let (left, top) = (Double(box.x) + (Double(box.width) - width) / 2, Double(box.y) + (Double(box.height) - height) / 2)
        let inset = min(
            x - max(left, Double(box.x)), y - max(top, Double(box.y)), min(left + width, Double(box.maxX)) - x,
            min(top + height, Double(box.maxY)) - y)
        let isBelow = test.z < 0
        let under = isBelow ? [16.0, 128, 128] : back
        var seen = under
        if abs(inset) < 4 { return nil }
        if inset > 0 {
            var u = (x - left) / scale.0
            if test.isMirrored { u = Double(crop.width) - u }
            let point = storedPoint(u + Double(crop.x), (y - top) / scale.1 + Double(crop.y), test.orientation)
            let over = samples(frontColour(point.x, point.y))
            seen = zip(under, over).map { $0 * (1 - test.opacity) + $1 * test.opacity }
        }
        return isBelow ? zip(seen, back).map { ($0 + $1) / 2 } : seen
    }

    /// From the upright picture back to the stored one, as `Orientation` is documented: mirrored first, turned then.
    private static func storedPoint(_ u: Double, _ v: Double, _ orientation: Orientation) -> (x: Double, y: Double) {
        let (width, height) = (Double(stored.width), Double(stored.height))
        let turned: (x: Double, y: Double) =
            switch orientation {
            case .up, .upMirrored: (u, v)
            case .down, .downMirrored: (width - u, height - v)
            case .right, .rightMirrored: (v, height - u)
            case .left, .leftMirrored: (width - v, u)
            }
        let isMirrored = [.upMirrored, .downMirrored, .leftMirrored, .rightMirrored].contains(orientation)
        return isMirrored ? (width - turned.x, turned.y) : turned
    }

    /// BT.709, limited range.
    private static func samples(_ colour: [Double]) -> [Double] {
        let luma = 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]
        return [16 + 219 * luma / 255, 128 + 224 * (colour[2] - luma) / 1.8556 / 255, 128 + 224 * (colour[0] - luma) / 1.5748 / 255]
    }
}
