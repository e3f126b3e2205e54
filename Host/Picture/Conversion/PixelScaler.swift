import Frames

/// Scales any part of a picture of 4-byte pixels, a row at a time: rows first, then columns.
///
/// Scaling comes before the colour conversion: it sees full-resolution colour, and only what ends on the canvas is
/// converted. libyuv has no such thing for a part of a picture: its phases belong to the whole, and beyond 2:1
/// it samples instead of averaging.
final class PixelScaler {
    private let kernels: PixelKernels
    private let source: PixelSize
    /// Exactly 2:1 in both axes, as 4K on a 1080p canvas: its own kernel.
    private let isHalving: Bool
    private let columns: AxisFilter
    private let rows: AxisFilter
    private let mixed: AlignedMemory

    /// - Parameter part: the scaled pixels that will be asked for.
    init(horizontal: AxisMapping, vertical: AxisMapping, part: PixelRectangle, kernels: PixelKernels) {
        self.kernels = kernels
        source = PixelSize(width: horizontal.source, height: vertical.source)
        isHalving = source.width == 2 * horizontal.scaled && source.height == 2 * vertical.scaled
        columns = AxisFilter(horizontal, range: part.x..<part.maxX)
        rows = AxisFilter(vertical, range: part.y..<part.maxY)
        // Unused taps may be read past the last column: their weight is zero, their memory must be there.
        let mixedBytes = (source.width + columns.taps) * 8
        mixed = AlignedMemory(bytes: mixedBytes)
        mixed.base.initializeMemory(as: UInt8.self, repeating: 0, count: mixedBytes)
    }

    /// Writes scaled pixels `range` of scaled row `row`. Allocates nothing.
    func scale(row: Int, range: Range<Int>, from pixels: UnsafeRawPointer, strideBytes: Int, into scaled: UnsafeMutableRawPointer) {
        guard !isHalving else {
            let pair = pixels + 2 * row * strideBytes + range.lowerBound * 8
            return kernels.halve(pair, strideBytes: strideBytes, into: scaled, count: range.count)
        }
        let under = columns.sources(under: range)
        let left = under.lowerBound
        let top = Int(rows.first[row - rows.range.lowerBound])
        let mixedRow = mixed.base.assumingMemoryBound(to: UInt16.self)
        rows.weights.withUnsafeBufferPointer { weights in
            kernels.mixRows(
                pixels + top * strideBytes + left * 4, strideBytes: strideBytes, existing: source.height - top,
                weights: weights.baseAddress! + (row - rows.range.lowerBound) * rows.taps, taps: rows.taps,
                into: mixedRow + left * 4, bytes: (min(under.upperBound, source.width) - left) * 4)
        }
        columns.weights.withUnsafeBufferPointer { weights in
            columns.first.withUnsafeBufferPointer { first in
                let at = range.lowerBound - columns.range.lowerBound
                kernels.mixColumns(
                    mixedRow, first: first.baseAddress! + at, weights: weights.baseAddress! + at * columns.taps, taps: columns.taps,
                    into: scaled, count: range.count)
            }
        }
    }
}
