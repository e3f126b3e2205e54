/// The weights of one axis of a separable filter, for the scaled pixels that are wanted.
///
/// Every scaled pixel is a function of its own position alone, so that a part looks as it does in the whole: no seams.
struct AxisFilter {
    static let unity = 16384

    /// The scaled pixels that the tables cover.
    let range: Range<Int>
    /// Weights per pixel: even, as the kernels take them in pairs.
    let taps: Int
    /// The first source pixel under each scaled one. Weights past the end of the source are zero.
    let first: [Int32]
    let weights: [Int16]

    /// Allocates; made when a source is configured, never per frame.
    init(_ mapping: AxisMapping, range: Range<Int>) {
        let (source, scaled) = (mapping.source, mapping.scaled)
        let shrinks = scaled < source && !mapping.isCopied
        // 2:1 and the like never cover a third pixel: what most screens need is worth half the work.
        let reach = shrinks ? range.map { Self.covered(by: $0, of: mapping).count }.max() ?? 2 : 2
        let taps = (reach + 1) & ~1
        var first: [Int32] = []
        var weights = [Int16](repeating: 0, count: range.count * taps)
        first.reserveCapacity(range.count)
        for (row, pixel) in range.enumerated() {
            let at = row * taps
            if mapping.isCopied {
                first.append(Int32(min(pixel, source - 1)))
                weights[at] = Int16(Self.unity)
            } else if shrinks {
                // The pixel covers pixel * source ..< (pixel + 1) * source, in units of 1/scaled source pixels.
                let start = Self.covered(by: pixel, of: mapping).lowerBound
                first.append(Int32(start))
                var soFar = 0
                for tap in 0..<taps {
                    let covered = min(max((start + tap + 1) * scaled - pixel * source, 0), source)
                    let upToHere = (covered * Self.unity + source / 2) / source
                    weights[at + tap] = Int16(upToHere - soFar)
                    soFar = upToHere
                }
            } else {
                // The centre of the pixel, less half a source pixel, in units of 1/(2 * scaled) source pixels.
                let centre = min(max((2 * pixel + 1) * source - scaled, 0), 2 * scaled * (source - 1))
                let start = centre / (2 * scaled)
                let second = ((centre - start * 2 * scaled) * Self.unity + scaled) / (2 * scaled)
                first.append(Int32(start))
                weights[at] = Int16(Self.unity - second)
                weights[at + 1] = Int16(second)
            }
        }
        (self.range, self.taps, self.first, self.weights) = (range, taps, first, weights)
    }

    /// The source pixels of which a scaled pixel of a shrinking axis shows at least a part.
    private static func covered(by pixel: Int, of mapping: AxisMapping) -> Range<Int> {
        pixel * mapping.source / mapping.scaled..<((pixel + 1) * mapping.source + mapping.scaled - 1) / mapping.scaled
    }

    /// The source pixels under a part of `range`; may end past the last one by the unused taps.
    func sources(under part: Range<Int>) -> Range<Int> {
        Int(first[part.lowerBound - range.lowerBound])..<Int(first[part.upperBound - 1 - range.lowerBound]) + taps
    }
}
