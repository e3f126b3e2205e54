public import Frames

extension I420View {
    /// A view of a part of the picture; the rectangle is even and inside.
    package func part(_ rectangle: PixelRectangle) -> I420View {
        let chroma = rectangle.y / 2 * chromaStrideBytes + rectangle.x / 2
        let first = rectangle.y * lumaStrideBytes + rectangle.x
        return I420View(
            size: rectangle.size, luma: luma + first, blueChroma: blueChroma + chroma, redChroma: redChroma + chroma,
            lumaStrideBytes: lumaStrideBytes, chromaStrideBytes: chromaStrideBytes, fullChroma: fullChroma?.advanced(by: first))
    }

    /// Luma 16, chroma 128.
    func paintBlack() { paint(luma: 16, blue: 128, red: 128) }

    /// The same everywhere but in an even part, which is inside.
    func paintBlack(around part: PixelRectangle) {
        let bars = (
            PixelRectangle(x: 0, y: 0, width: size.width, height: part.y),
            PixelRectangle(x: 0, y: part.maxY, width: size.width, height: size.height - part.maxY),
            PixelRectangle(x: 0, y: part.y, width: part.x, height: part.height),
            PixelRectangle(x: part.maxX, y: part.y, width: size.width - part.maxX, height: part.height)
        )
        paintBlack(bars.0)
        paintBlack(bars.1)
        paintBlack(bars.2)
        paintBlack(bars.3)
    }

    private func paintBlack(_ bar: PixelRectangle) { if !bar.isEmpty { part(bar).paintBlack() } }

    func paint(luma luminance: UInt8, blue: UInt8, red: UInt8) {
        for row in 0..<size.height { (luma + row * lumaStrideBytes).update(repeating: luminance, count: size.width) }
        for row in 0..<size.height / 2 {
            (blueChroma + row * chromaStrideBytes).update(repeating: blue, count: size.width / 2)
            (redChroma + row * chromaStrideBytes).update(repeating: red, count: size.width / 2)
        }
        guard let fullChroma else { return }
        for row in 0..<size.height {
            (fullChroma.blue + row * lumaStrideBytes).update(repeating: blue, count: size.width)
            (fullChroma.red + row * lumaStrideBytes).update(repeating: red, count: size.width)
        }
    }

    /// Copies what changed of a picture of the same size, in whole blocks of 2x2.
    ///
    /// - Parameter changed: what differs from this picture; `nil` for everything.
    public func copy(from other: I420View, changed: Damage?) {
        guard let changed else { return copy(from: other) }
        for index in 0..<changed.count {
            let rectangle = changed[index].intersection(PixelRectangle(of: size)).widenedToEven
            if !rectangle.isEmpty { part(rectangle).copy(from: other.part(rectangle)) }
        }
    }

    /// Copies a picture of the same size; its full chroma where both have it.
    package func copy(from other: I420View) {
        copyLuma(from: other)
        copyChroma(from: other)
        guard let fullChroma, let others = other.fullChroma else { return }
        for row in 0..<size.height {
            (fullChroma.blue + row * lumaStrideBytes).update(from: others.blue + row * other.lumaStrideBytes, count: size.width)
            (fullChroma.red + row * lumaStrideBytes).update(from: others.red + row * other.lumaStrideBytes, count: size.width)
        }
    }

    func copyLuma(from other: I420View) {
        for row in 0..<size.height {
            (luma + row * lumaStrideBytes).update(from: other.luma + row * other.lumaStrideBytes, count: size.width)
        }
    }

    /// Of each block.
    func copyChroma(from other: I420View) {
        for row in 0..<size.height / 2 {
            let (own, others) = (row * chromaStrideBytes, row * other.chromaStrideBytes)
            (blueChroma + own).update(from: other.blueChroma + others, count: size.width / 2)
            (redChroma + own).update(from: other.redChroma + others, count: size.width / 2)
        }
    }
}
