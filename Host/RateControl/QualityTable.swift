public import Frames

/// Ready-made limits, by the stream's size.
public enum QualityTable: String, Sendable, Hashable, CaseIterable {
    /// Rather sharp than smooth: fewer steps down.
    case sharp
    /// Rather smooth than sharp.
    case smooth
    /// For text on desktops, which needs more than faces do.
    case desktop
    /// What the user says.
    case custom

    /// Of the picture, in kbit/s.
    private struct Row {
        let pixels: Int
        let initial: Int
        let floor: Int
        let ceiling: Int
    }

    /// `nil` for `custom`. Sizes between those of the table take the smaller row's limits; larger ones grow more slowly than
    /// their pixels, as pictures do.
    public func limits(for size: PixelSize) -> BitRateLimits? {
        let rows = rows
        let pixels = size.width * size.height
        guard let row = rows.last(where: { $0.pixels <= pixels }) ?? rows.first else { return nil }
        let growth = pixels > rows[rows.count - 1].pixels ? Self.growth(Double(pixels) / Double(row.pixels)) : 1
        func bits(_ kilobits: Int) -> Int {
            min(max(Int(clamping: Double(kilobits) * growth) * 1000, BitRateLimits.possible.lowerBound), BitRateLimits.possible.upperBound)
        }
        // The tables keep floor, initial and ceiling in order, so nothing is refused here.
        return try? BitRateLimits(floor: bits(row.floor), initial: bits(row.initial), ceiling: bits(row.ceiling))  // see above
    }

    /// The ratio of pixels to the power of three quarters.
    private static func growth(_ ratio: Double) -> Double { ratio.squareRoot() * ratio.squareRoot().squareRoot() }

    private var rows: [Row] {
        func table(_ rows: [(width: Int, height: Int, initial: Int, floor: Int, ceiling: Int)]) -> [Row] {
            rows.map { Row(pixels: $0.width * $0.height, initial: $0.initial, floor: $0.floor, ceiling: $0.ceiling) }
        }
        switch self {
        case .sharp:
            return table([
                (640, 360, 600, 300, 1000), (854, 480, 800, 300, 1200), (960, 540, 1000, 600, 1400), (1280, 720, 1500, 600, 2000),
                (1920, 1080, 1800, 1200, 2500),
            ])
        case .smooth:
            return table([
                (640, 360, 400, 200, 600), (854, 480, 600, 300, 800), (960, 540, 800, 300, 1000), (1280, 720, 1000, 300, 1200),
                (1920, 1080, 1500, 1200, 2200),
            ])
        case .desktop:
            return table([
                (640, 360, 800, 250, 1200), (854, 480, 1100, 300, 1700), (960, 540, 1300, 350, 2000), (1280, 720, 2000, 500, 3000),
                (1920, 1080, 3000, 800, 4500), (2560, 1440, 5000, 1200, 7500), (3840, 2160, 9000, 2000, 14000),
            ])
        case .custom: return []
        }
    }
}
