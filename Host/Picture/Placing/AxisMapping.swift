/// How one axis of a source becomes one axis of the picture: `source` pixels become `scaled` pixels.
///
/// A difference of at most one pixel is not worth blurring every letter for: such an axis is copied, its last pixel
/// repeated or left out (`isCopied`). A shrinking axis takes the mean of the area under each pixel, a growing one
/// mixes the two nearest pixels.
struct AxisMapping: Hashable, Sendable {
    let source: Int
    let scaled: Int
    let isCopied: Bool

    init(source: Int, scaled: Int) { self.init(source: source, scaled: scaled, isCopied: abs(scaled - source) <= 1) }

    private init(source: Int, scaled: Int, isCopied: Bool) {
        (self.source, self.scaled, self.isCopied) = (source, scaled, isCopied)
    }

    /// The same axis of a plane of colour, where two pixels of the picture share each sample; `scaled` is even.
    /// - Parameter isShared: whether two pixels of the source share a sample as well.
    func chroma(isShared: Bool) -> AxisMapping {
        guard isShared else { return AxisMapping(source: source, scaled: scaled / 2, isCopied: false) }
        // As the luma does, whatever the difference is here: colour stays with what it colours.
        return AxisMapping(source: (source + 1) / 2, scaled: scaled / 2, isCopied: isCopied)
    }

    /// The same axis of a plane of colour, where the picture has a sample for each pixel.
    /// - Parameter isShared: whether two pixels of the source share a sample.
    func fullChroma(isShared: Bool) -> AxisMapping {
        guard isShared else { return self }
        let samples = (source + 1) / 2
        return AxisMapping(source: samples, scaled: isCopied ? 2 * samples : scaled)
    }

    /// Which scaled pixels may look different when these source pixels change: never too few. Widened to even pixels.
    func affected(by range: Range<Int>) -> Range<Int> {
        let lower: Int
        let upper: Int
        if isCopied {
            (lower, upper) = (range.lowerBound, range.upperBound)
        } else if scaled < source {
            lower = range.lowerBound * scaled / source
            upper = (range.upperBound * scaled + source - 1) / source
        } else {
            // Each pixel is mixed into its neighbours as well: half a source pixel further, and one for rounding.
            lower = (2 * range.lowerBound - 1) * scaled / (2 * source) - 1
            upper = ((2 * range.upperBound + 1) * scaled + 2 * source - 1) / (2 * source) + 1
        }
        let even = max(0, lower) & ~1
        return even..<max(even, min(scaled, (upper + 1) & ~1))
    }

    /// Where a source coordinate lands, to the nearest pixel; any value within ±2³⁰.
    func position(of coordinate: Int) -> Int {
        guard !isCopied else { return coordinate }
        let doubled = 2 * coordinate * scaled + source
        let divisor = 2 * source
        return doubled >= 0 ? doubled / divisor : -((divisor - 1 - doubled) / divisor)
    }
}
