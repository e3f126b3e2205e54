import Frames

/// How two sources lie on the canvas, the same for every peer. The first one is as large as the canvas.
enum Arrangement: String, CaseIterable {
    /// The first alone, without what lays one over the other.
    case one
    /// The first on all of the canvas, the second in a corner, a quarter as wide.
    case pictureInPicture = "pip"
    /// Each half as wide, the first scaled.
    case sideBySide = "side-by-side"

    /// Where a source lies, in pixels of the canvas; even.
    struct Box: Hashable {
        let x, y, width, height: Int
    }

    /// One for each source, the first is the lowest.
    func boxes(on canvas: PixelSize) -> [Box] {
        let (width, height) = (canvas.width, canvas.height)
        func even(_ number: Int) -> Int { number / 2 * 2 }
        let whole = Box(x: 0, y: 0, width: width, height: height)
        switch self {
        case .one: return [whole]
        case .pictureInPicture:
            let (small, low) = (even(width / 4), even(height / 4))
            return [whole, Box(x: width - small - 20, y: height - low - 20, width: small, height: low)]
        case .sideBySide:
            let (half, low, top) = (even(width / 2), even(height / 2), even(height / 4))
            return [Box(x: 0, y: top, width: half, height: low), Box(x: half, y: top, width: half, height: low)]
        }
    }
}
