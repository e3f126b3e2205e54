/// A rectangle of pixels; the origin is the top left corner, y grows downwards. Half-open: `x ..< x + width`.
///
/// Coordinates are expected within ±2³⁰, so that sums never overflow; wire decoders guarantee it.
public struct PixelRectangle: Hashable, Sendable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The whole of a picture of this size.
    public init(of size: PixelSize) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

    public static let empty = PixelRectangle(x: 0, y: 0, width: 0, height: 0)

    public var isEmpty: Bool { width <= 0 || height <= 0 }
    public var maxX: Int { x + width }
    public var maxY: Int { y + height }
    public var area: Int { isEmpty ? 0 : width * height }
    public var size: PixelSize { PixelSize(width: width, height: height) }

    /// What both cover; `.empty` when they do not touch.
    public func intersection(_ other: PixelRectangle) -> PixelRectangle {
        let left = max(x, other.x), top = max(y, other.y)
        let right = min(maxX, other.maxX), bottom = min(maxY, other.maxY)
        guard right > left, bottom > top else { return .empty }
        return PixelRectangle(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The smallest rectangle that holds both; an empty one adds nothing.
    public func union(_ other: PixelRectangle) -> PixelRectangle {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let left = min(x, other.x), top = min(y, other.y)
        return PixelRectangle(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }

    public func contains(_ other: PixelRectangle) -> Bool {
        other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY
    }
}

extension PixelRectangle: CustomStringConvertible {
    public var description: String { "\(width)x\(height)+\(x)+\(y)" }
}
