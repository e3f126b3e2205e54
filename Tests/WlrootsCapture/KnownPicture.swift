import Frames

/// A picture that looks different however it is turned or mirrored: four colours in its quarters, and a white corner.
enum KnownPicture {
    private static let quarters: [UInt32] = [0xDC1E1E, 0x1EC81E, 0x1E1EDC, 0xE6DC28]
    private static let points: [(x: Double, y: Double)] = [(0.05, 0.05), (0.2, 0.4), (0.4, 0.2), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)]

    /// At shares of its width and height.
    static func colour(_ x: Double, _ y: Double) -> UInt32 {
        x < 0.125 && y < 0.125 ? 0xFFFFFF : quarters[(y < 0.5 ? 0 : 2) + (x < 0.5 ? 0 : 1)]
    }

    /// As a PPM file (P6), which swaybg shows.
    static func file(_ size: PixelSize) -> [UInt8] {
        var bytes = Array("P6 \(size.width) \(size.height) 255\n".utf8)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let colour = colour((Double(x) + 0.5) / Double(size.width), (Double(y) + 0.5) / Double(size.height))
                bytes += [UInt8(truncatingIfNeeded: colour >> 16), UInt8(truncatingIfNeeded: colour >> 8), UInt8(truncatingIfNeeded: colour)]
            }
        }
        return bytes
    }

    /// Whether a stored picture shows it once it is turned as its orientation says.
    static func isUpright(_ fixture: CopyFixture) -> Bool {
        let size = fixture.layout.geometry.size
        let orientation = fixture.backend.orientation
        let upright = orientation.upright(size)
        for point in points {
            let target = (x: Int(point.x * Double(upright.width)), y: Int(point.y * Double(upright.height)))
            guard let source = stored(target.x, target.y, orientation, size) else { return false }
            if fixture.pixel(column: source.x, row: source.y) != colour(point.x, point.y) { return false }
        }
        return true
    }

    /// The stored pixel that stands at a point of the upright picture.
    private static func stored(_ x: Int, _ y: Int, _ orientation: Orientation, _ size: PixelSize) -> (x: Int, y: Int)? {
        let (width, height) = (size.width, size.height)
        // What turns the upright point back: mirrored last where it was mirrored first.
        let turned: (x: Int, y: Int) =
            switch orientation {
            case .up, .upMirrored: (x, y)
            case .down, .downMirrored: (width - 1 - x, height - 1 - y)
            case .right, .rightMirrored: (y, height - 1 - x)
            case .left, .leftMirrored: (width - 1 - y, x)
            }
        return orientation.isMirrored ? (width - 1 - turned.x, turned.y) : turned
    }
}
