public import Frames

/// The part of a large pointer image that is kept: at most `PointerImage.largestSide` a side, with the hot spot as near to its middle
/// as the image allows.
public struct PointerCrop {
    public let rectangle: PixelRectangle

    public init(size: PixelSize, hotX: Int, hotY: Int) {
        let columns = Self.kept(of: size.width, around: hotX)
        let rows = Self.kept(of: size.height, around: hotY)
        rectangle = PixelRectangle(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    private static func kept(of length: Int, around hot: Int) -> Range<Int> {
        let side = min(length, PointerImage.largestSide)
        let start = min(max(hot - side / 2, 0), length - side)
        return start..<start + side
    }
}
