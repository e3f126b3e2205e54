/// The eight ways in which sway turns or mirrors a screen, in the words of its configuration.
public enum SwayTransform: String, CaseIterable, Sendable {
    case normal = "0"
    case quarter = "90"
    case half = "180"
    case threeQuarters = "270"
    case flipped = "flipped"
    case flippedQuarter = "flipped-90"
    case flippedHalf = "flipped-180"
    case flippedThreeQuarters = "flipped-270"

    /// Whether a screen is as wide as it was high before.
    public var swapsSides: Bool { rawValue.hasSuffix("90") || rawValue.hasSuffix("270") }
}
