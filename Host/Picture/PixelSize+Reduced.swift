public import Frames

extension PixelSize {
    /// Its sides at that share, rounded to even numbers, 16 or more.
    public func reduced(toPercent percent: Int) -> PixelSize {
        func side(_ pixels: Int) -> Int { max(16, pixels * percent / 100 & ~1) }
        return PixelSize(width: side(width), height: side(height))
    }
}
