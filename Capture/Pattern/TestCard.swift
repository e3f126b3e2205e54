import Frames

/// What the test card shows at frame N: a pure function of N, so that any part of any slot can be brought up to date.
///
/// Colour bars, a grey ramp, a white square that travels along the middle, and the clock: 64 cells at the top left, white
/// for 1 and black for 0, most significant first: 32 bits of frame number, 32 bits of `CLOCK_MONOTONIC` in milliseconds.
struct TestCard {
    static let cellCount = 64

    let size: PixelSize
    /// Side of one cell of the clock, in pixels.
    let cellPixels: Int

    init(size: PixelSize) {
        self.size = size
        cellPixels = min(16, size.width / Self.cellCount)
    }

    var clock: PixelRectangle { PixelRectangle(x: 0, y: 0, width: cellPixels * Self.cellCount, height: cellPixels) }

    /// Where the travelling square is at a frame.
    func square(at frame: UInt32) -> PixelRectangle {
        let side = size.height / 6 & ~1
        let span = size.width - side
        let step = Int(frame) * 8 % (2 * span)
        return PixelRectangle(x: step < span ? step : 2 * span - step, y: (size.height - side) / 2, width: side, height: side)
    }

    /// What differs between two frames.
    func damage(from old: UInt32, to new: UInt32) -> Damage {
        var damage = Damage(clock)
        damage.add(square(at: old))
        damage.add(square(at: new))
        return damage
    }

    /// Draws the named part of a frame.
    func draw(
        _ part: PixelRectangle, frame: UInt32, milliseconds: UInt32, into pixels: UnsafeMutablePointer<UInt32>, strideBytes: Int
    ) {
        let area = part.intersection(PixelRectangle(of: size))
        let square = square(at: frame)
        let bits = UInt64(frame) << 32 | UInt64(milliseconds)
        for y in area.y..<area.maxY {
            let row = pixels + y * (strideBytes / 4)
            for x in area.x..<area.maxX { row[x] = background(x, y) }
            if y >= square.y, y < square.maxY {
                for x in max(area.x, square.x)..<max(max(area.x, square.x), min(area.maxX, square.maxX)) { row[x] = 0xFFFFFF }
            }
            if y < clock.height {
                for x in area.x..<max(area.x, min(area.maxX, clock.maxX)) {
                    row[x] = bits >> UInt64(Self.cellCount - 1 - x / cellPixels) & 1 == 1 ? 0xFFFFFF : 0
                }
            }
        }
    }

    /// White, yellow, cyan, green, magenta, red, blue at 75 %, then a ramp from black to white in the lowest quarter.
    private static let bars: InlineArray<7, UInt32> = [0xBFBFBF, 0xBFBF00, 0x00BFBF, 0x00BF00, 0xBF00BF, 0xBF0000, 0x0000BF]

    private func background(_ x: Int, _ y: Int) -> UInt32 {
        guard y >= size.height * 3 / 4 else { return Self.bars[min(6, x * 7 / size.width)] }
        return UInt32(x * 255 / max(1, size.width - 1)) * 0x010101
    }
}
