/// How close viewers see a source, and what the picture follows.
public struct Zoom: Sendable, Hashable {
    public enum Follow: String, Sendable, Hashable, CaseIterable {
        /// The source's pointer stays in the inner half of the picture.
        case pointer
        /// The window that has the focus is in the middle of the picture.
        case window
        /// The part that is shown stays where it is.
        case off
    }

    public static let factors = 1.0...16.0
    /// For people.
    public static let form = "a zoom is 1 (all of it) to 16, such as 2.0"

    /// As many pixels of the canvas as without zoom for each of the source's, along each side; 1 is all of the source.
    public let factor: Double
    public let follow: Follow

    /// - Parameter factor: 1...16; what is outside, or no number, is taken as the nearest, or as 1.
    public init(_ factor: Double, follow: Follow = .pointer) {
        self.factor = factor.isNaN ? 1 : min(max(factor, Self.factors.lowerBound), Self.factors.upperBound)
        self.follow = follow
    }

    /// Reads `2`, `2.5`, `2.5x`; `nil` for anything else.
    public static func factor(word: String) -> Double? {
        let digits = word.hasSuffix("x") ? word.dropLast() : word[...]
        let isPlain = digits.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard isPlain, let number = Double(digits), factors.contains(number) else { return nil }
        return number
    }
}
