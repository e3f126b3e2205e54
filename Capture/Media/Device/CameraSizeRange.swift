import Frames

/// All the sizes between two, in steps: what some cameras and most capture cards offer instead of a list. A value.
struct CameraSizeRange: Hashable, Sendable {
    let least: PixelSize
    let most: PixelSize
    let step: PixelSize

    private static let asked = [(640, 480), (1280, 720), (1920, 1080), (2560, 1440), (3840, 2160)]

    func contains(_ size: PixelSize) -> Bool {
        func fits(_ side: Int, _ least: Int, _ most: Int, _ step: Int) -> Bool {
            (least...max(least, most)).contains(side) && (side - least) % max(1, step) == 0
        }
        return fits(size.width, least.width, most.width, step.width) && fits(size.height, least.height, most.height, step.height)
    }

    /// Those that people ask for, and the largest.
    var usual: [PixelSize] {
        let sizes = Self.asked.map { PixelSize(width: $0.0, height: $0.1) }.filter(contains)
        return sizes.contains(most) ? sizes : sizes + [most]
    }
}
