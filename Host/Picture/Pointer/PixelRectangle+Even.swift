package import Frames

extension PixelRectangle {
    /// The smallest rectangle on whole 2x2 blocks that holds this one; coordinates of zero or more.
    package var widenedToEven: PixelRectangle {
        let (left, top) = (x & ~1, y & ~1)
        return PixelRectangle(x: left, y: top, width: ((maxX + 1) & ~1) - left, height: ((maxY + 1) & ~1) - top)
    }
}
