/// How the stored pixels must be turned to stand upright.
///
/// The angle is counter-clockwise: up 0, down π, right −π/2 (a quarter turn clockwise), left +π/2. A mirrored form is
/// mirrored left to right *first* and turned then. Raw values are those of EXIF (CIPA DC-008, tag 0x0112, "Orientation");
/// they travel on the wire and never change.
public enum Orientation: UInt8, Sendable, CaseIterable {
    case up = 1
    case upMirrored = 2
    case down = 3
    case downMirrored = 4
    case leftMirrored = 5
    case right = 6
    case rightMirrored = 7
    case left = 8

    /// Whether standing upright exchanges width and height.
    public var exchangesAxes: Bool {
        switch self {
        case .left, .right, .leftMirrored, .rightMirrored: true
        case .up, .down, .upMirrored, .downMirrored: false
        }
    }

    public var isMirrored: Bool {
        switch self {
        case .upMirrored, .downMirrored, .leftMirrored, .rightMirrored: true
        case .up, .down, .left, .right: false
        }
    }

    /// The word used on the command line: `up`, `right-mirrored`, …
    public var word: String {
        switch self {
        case .up: "up"
        case .upMirrored: "up-mirrored"
        case .down: "down"
        case .downMirrored: "down-mirrored"
        case .left: "left"
        case .leftMirrored: "left-mirrored"
        case .right: "right"
        case .rightMirrored: "right-mirrored"
        }
    }

    /// Reads the command line's word; `nil` for any other.
    public init?(word: String) {
        guard let match = Orientation.allCases.first(where: { $0.word == word }) else { return nil }
        self = match
    }

    /// The size of a stored picture once it stands upright.
    public func upright(_ stored: PixelSize) -> PixelSize { exchangesAxes ? stored.transposed : stored }

    /// Where a rectangle of the stored picture lies once the picture stands upright.
    public func upright(_ rectangle: PixelRectangle, in stored: PixelSize) -> PixelRectangle {
        let mirroredX = isMirrored ? stored.width - rectangle.maxX : rectangle.x
        switch self {
        case .up, .upMirrored:
            return PixelRectangle(x: mirroredX, y: rectangle.y, width: rectangle.width, height: rectangle.height)
        case .down, .downMirrored:
            return PixelRectangle(
                x: stored.width - mirroredX - rectangle.width, y: stored.height - rectangle.maxY,
                width: rectangle.width, height: rectangle.height)
        case .right, .rightMirrored:
            return PixelRectangle(
                x: stored.height - rectangle.maxY, y: mirroredX, width: rectangle.height, height: rectangle.width)
        case .left, .leftMirrored:
            return PixelRectangle(
                x: rectangle.y, y: stored.width - mirroredX - rectangle.width, width: rectangle.height, height: rectangle.width)
        }
    }
}
