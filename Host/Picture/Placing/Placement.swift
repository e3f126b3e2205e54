public import Frames

/// Where a source is on the canvas: a pure value, computed from sizes, orientation and mode.
///
/// Three pictures are told apart: *stored* (as the agent delivers it), *lying* (scaled, not yet turned) and *upright*
/// (turned, on the canvas). Whatever is placed begins and ends on even pixels, so that chroma needs no special case.
public struct Placement: Hashable, Sendable {
    /// Size of the source's frames as they are stored.
    public let stored: PixelSize
    /// The part of them that is shown, in stored pixels. Its origin is even.
    public let window: PixelRectangle
    public let orientation: Orientation
    public let canvas: PixelSize
    /// Where that part lies once upright, in canvas coordinates; with `fill` it sticks out. Even.
    public let picture: PixelRectangle
    /// The part of `picture` that is on the canvas. Even, never empty.
    public let visible: PixelRectangle

    /// On all of a canvas.
    ///
    /// `stored` within the limits of `FrameGeometry`, `canvas` within those of `Canvas`.
    public init(of stored: PixelSize, orientation: Orientation = .up, on canvas: PixelSize, mode: AspectMode) {
        let whole = PixelRectangle(of: canvas)
        (self.stored, self.orientation, self.canvas) = (stored, orientation, canvas)
        window = PixelRectangle(of: stored)
        picture = Self.picture(of: orientation.upright(stored), in: whole, mode: mode)
        visible = picture.intersection(whole)
    }

    /// In a box, which may reach beyond the canvas.
    ///
    /// - Parameters:
    ///   - box: even, no side above 2¹⁶.
    ///   - limits: in canvas coordinates, even; what lies outside is not visible.
    ///   - crop: the part that is shown of the upright source, in its pixels, cut to it and moved to even stored pixels; `nil` for all of it.
    ///   - isMirrored: left and right are exchanged once the source is upright and cropped.
    /// - Returns: `nil` when nothing would be visible.
    init?(
        of stored: PixelSize, orientation: Orientation, crop: PixelRectangle?, isMirrored: Bool, in box: PixelRectangle,
        within limits: PixelRectangle, on canvas: PixelSize, mode: AspectMode
    ) {
        let upright = orientation.upright(stored)
        let shown = crop.map { $0.intersection(PixelRectangle(of: upright)) } ?? PixelRectangle(of: upright)
        guard !shown.isEmpty, !box.isEmpty else { return nil }
        var window = orientation.inverse.upright(shown, in: upright)
        (window.x, window.y) = (window.x & ~1, window.y & ~1)
        let picture = Self.picture(of: orientation.upright(window.size), in: box, mode: mode)
        let visible = picture.intersection(box).intersection(limits)
        guard !visible.isEmpty else { return nil }
        self.init(
            stored: stored, window: window, orientation: isMirrored ? orientation.mirrored : orientation, canvas: canvas, picture: picture,
            visible: visible)
    }

    private init(
        stored: PixelSize, window: PixelRectangle, orientation: Orientation, canvas: PixelSize, picture: PixelRectangle, visible: PixelRectangle
    ) {
        (self.stored, self.window, self.orientation, self.canvas) = (stored, window, orientation, canvas)
        (self.picture, self.visible) = (picture, visible)
    }

    /// The same on a picture of its own, of what is visible and no more.
    var ofVisible: Placement {
        var own = picture
        (own.x, own.y) = (picture.x - visible.x, picture.y - visible.y)
        return Placement(
            stored: stored, window: window, orientation: orientation, canvas: visible.size, picture: own, visible: PixelRectangle(of: visible.size))
    }

    /// The same with less to be seen; `nil` when nothing is.
    func cut(to limits: PixelRectangle) -> Placement? {
        let visible = visible.intersection(limits)
        guard !visible.isEmpty else { return nil }
        return Placement(stored: stored, window: window, orientation: orientation, canvas: canvas, picture: picture, visible: visible)
    }

    /// The same with left and right exchanged, where all of the canvas is visible.
    var ofMirrored: Placement {
        var own = picture
        own.x = canvas.width - picture.maxX
        return Placement(stored: stored, window: window, orientation: orientation.mirrored, canvas: canvas, picture: own, visible: visible)
    }

    private static func picture(of source: PixelSize, in box: PixelRectangle, mode: AspectMode) -> PixelRectangle {
        let isWide = source.width * box.height >= box.width * source.height
        var size = box.size
        switch (mode, isWide) {
        case (.stretch, _): break
        case (.fit, true), (.fill, false): size.height = even(source.height * box.width, over: source.width)
        case (.fit, false), (.fill, true): size.width = even(source.width * box.height, over: source.height)
        }
        if mode == .fill { size = PixelSize(width: max(size.width, box.width), height: max(size.height, box.height)) }
        return PixelRectangle(
            x: box.x + (box.width - size.width) / 4 * 2, y: box.y + (box.height - size.height) / 4 * 2, width: size.width, height: size.height)
    }

    /// Whether the two have the same pixels, but for the turn: no filter is needed.
    var isCopied: Bool { horizontal.isCopied && vertical.isCopied }

    // MARK: The lying picture

    var lying: PixelSize { orientation.exchangesAxes ? picture.size.transposed : picture.size }
    var horizontal: AxisMapping { AxisMapping(source: window.width, scaled: lying.width) }
    var vertical: AxisMapping { AxisMapping(source: window.height, scaled: lying.height) }

    /// The visible part of the lying picture.
    var lyingVisible: PixelRectangle {
        let inPicture = PixelRectangle(
            x: visible.x - picture.x, y: visible.y - picture.y, width: visible.width, height: visible.height)
        return orientation.inverse.upright(inPicture, in: picture.size)
    }

    /// What may look different in the lying picture when this part of the stored frame changes: widened to even pixels and by
    /// the reach of the scaling filter, cut to what is visible. `.empty` when the part is outside the frame or cut off.
    func lyingRectangle(ofStored rectangle: PixelRectangle) -> PixelRectangle {
        let inside = inWindow(rectangle)
        guard !inside.isEmpty else { return .empty }
        return lyingRectangle(ofWindow: inside)
    }

    private func lyingRectangle(ofWindow inside: PixelRectangle) -> PixelRectangle {
        let columns = horizontal.affected(by: inside.x..<inside.maxX)
        let rows = vertical.affected(by: inside.y..<inside.maxY)
        return PixelRectangle(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
            .intersection(lyingVisible)
    }

    /// The same where pixels share their colour: it reaches further than luma does, and further still where it is made for each pixel.
    func lyingRectangle(ofStored rectangle: PixelRectangle, in format: PixelFormat, hasFullChroma: Bool = false) -> PixelRectangle {
        let inside = inWindow(rectangle)
        guard format.colour != nil, !inside.isEmpty else { return lyingRectangle(ofStored: rectangle) }
        let columns = horizontal.chroma(isShared: true).affected(by: inside.x / 2..<(inside.maxX + 1) / 2)
        let rows =
            format.sharesRows
            ? vertical.chroma(isShared: true).affected(by: inside.y / 2..<(inside.maxY + 1) / 2)
            : vertical.chroma(isShared: false).affected(by: inside.y..<inside.maxY)
        let colour = PixelRectangle(x: 2 * columns.lowerBound, y: 2 * rows.lowerBound, width: 2 * columns.count, height: 2 * rows.count)
        let plain = lyingRectangle(ofWindow: inside).union(colour.intersection(lyingVisible))
        guard hasFullChroma else { return plain }
        let across = horizontal.fullChroma(isShared: true).affected(by: inside.x / 2..<(inside.maxX + 1) / 2)
        let down = vertical.fullChroma(isShared: format.sharesRows)
            .affected(by: format.sharesRows ? inside.y / 2..<(inside.maxY + 1) / 2 : inside.y..<inside.maxY)
        let full = PixelRectangle(x: across.lowerBound, y: down.lowerBound, width: across.count, height: down.count)
        return plain.union(full.intersection(lyingVisible))
    }

    /// A part of the stored frame, counted from the window's first pixel and cut to it.
    private func inWindow(_ rectangle: PixelRectangle) -> PixelRectangle {
        var inside = rectangle.intersection(window)
        (inside.x, inside.y) = (inside.x - window.x, inside.y - window.y)
        return inside
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
