/// How a source whose shape differs from the canvas is placed on it.
public enum AspectMode: String, Sendable, CaseIterable {
    /// The whole source, centred; what it does not cover is black.
    case fit
    /// The whole canvas is covered; what sticks out is cut off on both sides.
    case fill
    /// The whole source on the whole canvas, whatever becomes of its shape.
    case stretch

    /// The word used on the command line: `fit`, `fill`, `stretch`.
    public var word: String { rawValue }

    /// Reads the command line's word; `nil` for any other.
    public init?(word: String) { self.init(rawValue: word) }
}
