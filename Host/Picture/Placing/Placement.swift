public import Frames

/// Where a source is on the canvas: a pure value, computed from sizes, orientation and mode.
///
/// Three pictures are told apart: *stored* (as the agent delivers it), *lying* (scaled, not yet turned) and *upright*
/// (turned, on the canvas). Whatever is placed begins and ends on even pixels, so that chroma needs no special case.
public struct Placement: Hashable, Sendable {
    /// Size of the source's frames as they are stored.
    public let stored: PixelSize
    public let orientation: Orientation
    public let canvas: PixelSize
    /// Where the whole upright source lies, in canvas coordinates; with `fill` it sticks out. Even.
    public let picture: PixelRectangle
    /// The part of `picture` that is on the canvas. Even, never empty.
    public let visible: PixelRectangle

    /// `stored` within the limits of `FrameGeometry`, `canvas` within those of `Canvas`.
    public init(of stored: PixelSize, orientation: Orientation = .up, on canvas: PixelSize, mode: AspectMode) {
        let source = orientation.upright(stored)
        let isWide = source.width * canvas.height >= canvas.width * source.height
        var size = canvas
        switch (mode, isWide) {
        case (.stretch, _): break
        case (.fit, true), (.fill, false): size.height = Self.even(source.height * canvas.width, over: source.width)
        case (.fit, false), (.fill, true): size.width = Self.even(source.width * canvas.height, over: source.height)
        }
        if mode == .fill {
            size = PixelSize(width: max(size.width, canvas.width), height: max(size.height, canvas.height))
        }
        (self.stored, self.orientation, self.canvas) = (stored, orientation, canvas)
        picture = PixelRectangle(
            x: (canvas.width - size.width) / 4 * 2, y: (canvas.height - size.height) / 4 * 2, width: size.width, height: size.height)
        visible = picture.intersection(PixelRectangle(of: canvas))
    }

    /// Whether the two have the same pixels, but for the turn: no filter is needed.
    var isCopied: Bool { horizontal.isCopied && vertical.isCopied }

    // MARK: The lying picture

    var lying: PixelSize { orientation.exchangesAxes ? picture.size.transposed : picture.size }
    var horizontal: AxisMapping { AxisMapping(source: stored.width, scaled: lying.width) }
    var vertical: AxisMapping { AxisMapping(source: stored.height, scaled: lying.height) }

    /// The visible part of the lying picture.
    var lyingVisible: PixelRectangle {
        let inPicture = PixelRectangle(
            x: visible.x - picture.x, y: visible.y - picture.y, width: visible.width, height: visible.height)
        return orientation.inverse.upright(inPicture, in: picture.size)
    }

    /// What may look different in the lying picture when this part of the stored frame changes: widened to even pixels and by
    /// the reach of the scaling filter, cut to what is visible. `.empty` when the part is outside the frame or cut off.
    func lyingRectangle(ofStored rectangle: PixelRectangle) -> PixelRectangle {
        let inside = rectangle.intersection(PixelRectangle(of: stored))
        guard !inside.isEmpty else { return .empty }
        let columns = horizontal.affected(by: inside.x..<inside.maxX)
        let rows = vertical.affected(by: inside.y..<inside.maxY)
        return PixelRectangle(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
            .intersection(lyingVisible)
    }

    /// The same where pixels share their colour: it reaches further than luma does, and further still where it is made for each pixel.
    func lyingRectangle(ofStored rectangle: PixelRectangle, in format: PixelFormat, hasFullChroma: Bool = false) -> PixelRectangle {
        let inside = rectangle.intersection(PixelRectangle(of: stored))
        guard format.colour != nil, !inside.isEmpty else { return lyingRectangle(ofStored: inside) }
        let columns = horizontal.chroma(isShared: true).affected(by: inside.x / 2..<(inside.maxX + 1) / 2)
        let rows =
            format.sharesRows
            ? vertical.chroma(isShared: true).affected(by: inside.y / 2..<(inside.maxY + 1) / 2)
            : vertical.chroma(isShared: false).affected(by: inside.y..<inside.maxY)
        let colour = PixelRectangle(x: 2 * columns.lowerBound, y: 2 * rows.lowerBound, width: 2 * columns.count, height: 2 * rows.count)
        let plain = lyingRectangle(ofStored: inside).union(colour.intersection(lyingVisible))
        guard hasFullChroma else { return plain }
        let across = horizontal.fullChroma(isShared: true).affected(by: inside.x / 2..<(inside.maxX + 1) / 2)
        let down = vertical.fullChroma(isShared: format.sharesRows)
            .affected(by: format.sharesRows ? inside.y / 2..<(inside.maxY + 1) / 2 : inside.y..<inside.maxY)
        let full = PixelRectangle(x: across.lowerBound, y: down.lowerBound, width: across.count, height: down.count)
        return plain.union(full.intersection(lyingVisible))
    }

    func canvasRectangle(ofLying rectangle: PixelRectangle) -> PixelRectangle {
        var upright = orientation.upright(rectangle, in: lying)
        upright.x += picture.x
        upright.y += picture.y
        return upright
    }

    /// The even number nearest to a quotient, at least 2.
    private static func even(_ dividend: Int, over divisor: Int) -> Int { max(2, (dividend + divisor) / (2 * divisor) * 2) }
}
