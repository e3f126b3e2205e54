public import AppGroup
import Frames
import Picture

/// How all sources share the canvas.
public enum Layout: Sendable, Hashable, Codable {
    /// As each layer was set.
    case own
    /// The screen fills the canvas; the others lie in its corners, from the lower right on, a quarter as wide and high.
    case pictureInPicture
    /// One beside the other, each as high as the canvas.
    case sideBySide
    /// In rows and columns of boxes of one size.
    case grid
    /// This one alone fills the canvas.
    case solo(SourceName)

    /// What may be asked for, for people.
    public static let form = "a layout is pip, side-by-side, grid or solo:NAME, such as solo:cam"

    /// - Returns: `nil` for what is no layout.
    public init?(word: String) {
        switch word {
        case "pip": self = .pictureInPicture
        case "side-by-side": self = .sideBySide
        case "grid": self = .grid
        default:
            guard word.hasPrefix("solo:"), let source = SourceName(String(word.dropFirst(5))) else { return nil }
            self = .solo(source)
        }
    }

    public var word: String {
        switch self {
        case .own: "own"
        case .pictureInPicture: "pip"
        case .sideBySide: "side-by-side"
        case .grid: "grid"
        case .solo(let source): "solo:\(source)"
        }
    }

    /// Where each source is shown.
    ///
    /// - Parameter sources: the screen first.
    func choices(of sources: [SourceName], on canvas: PixelSize) -> [LayerChoice] {
        switch self {
        case .own: []
        case .pictureInPicture:
            sources.enumerated().map { index, source in index == 0 ? LayerChoice(source).covering(level: 0) : Self.inset(source, index - 1, canvas) }
        case .sideBySide: boxes(of: sources, columns: sources.count, on: canvas)
        case .grid: boxes(of: sources, columns: Self.columns(sources.count), on: canvas)
        case .solo(let chosen):
            sources.map { source in
                var choice = LayerChoice(source).covering(level: 0)
                choice.isHidden = source != chosen
                return choice
            }
        }
    }

    /// The smallest square number of boxes that holds them all.
    private static func columns(_ count: Int) -> Int { (1...count).first { $0 * $0 >= count } ?? 1 }

    /// One of the small ones over the screen.
    static func inset(_ source: SourceName, _ index: Int, _ canvas: PixelSize) -> LayerChoice {
        var choice = LayerChoice(source)
        let margin = min(canvas.width, canvas.height) / 36
        let corners: [(LayerOffset, LayerOffset)] = [
            (.end(margin), .end(margin)), (.start(margin), .end(margin)), (.end(margin), .start(margin)), (.start(margin), .start(margin)),
        ]
        (choice.x, choice.y) = corners[index % corners.count]
        choice.size = PixelSize(width: max(2, canvas.width / 4 & ~1), height: max(2, canvas.height / 4 & ~1))
        (choice.z, choice.isHidden) = (index + 1, false)
        return choice
    }

    private func boxes(of sources: [SourceName], columns: Int, on canvas: PixelSize) -> [LayerChoice] {
        let rows = (sources.count + columns - 1) / columns
        return sources.enumerated().map { index, source in
            var choice = LayerChoice(source)
            let (column, row) = (index % columns, index / columns)
            // Shares of the canvas without a gap, each of even pixels.
            let (left, right) = (canvas.width * column / columns & ~1, canvas.width * (column + 1) / columns & ~1)
            let (top, bottom) = (canvas.height * row / rows & ~1, canvas.height * (row + 1) / rows & ~1)
            (choice.x, choice.y, choice.size) = (.start(left), .start(top), PixelSize(width: right - left, height: bottom - top))
            (choice.z, choice.isHidden) = (0, false)
            return choice
        }
    }
}

extension LayerChoice {
    /// All of the canvas.
    fileprivate func covering(level: Int) -> LayerChoice {
        var choice = self
        (choice.x, choice.y, choice.z, choice.isHidden) = (.start(0), .start(0), level, false)
        return choice
    }
}
