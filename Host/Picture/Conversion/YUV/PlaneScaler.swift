import Frames

/// Scales one channel of a YUV picture, a row at a time, whether it has a plane of its own or shares one with others.
/// As `PixelScaler`, each scaled sample is a function of its own position alone: parts have no seams.
final class PlaneScaler {
    private let kernels: PixelKernels
    private let source: PixelSize
    /// Bytes from one sample of the channel to the next.
    private let step: Int
    /// Exactly 2:1 in both axes, as 4K on a 1080p canvas: its own kernel, with the same result.
    private let isHalving: Bool
    /// The two rows that are halved next.
    private var pair: (rows: UnsafeRawPointer, strideBytes: Int)?
    private let columns: AxisFilter
    private let rows: AxisFilter
    private let mixed: AlignedMemory
    private let picked: AlignedMemory

    /// - Parameters:
    ///   - part: the scaled samples that will be asked for.
    ///   - step: 1, 2 or 4.
    init(horizontal: AxisMapping, vertical: AxisMapping, part: PixelRectangle, step: Int, kernels: PixelKernels) {
        (self.kernels, self.step) = (kernels, step)
        source = PixelSize(width: horizontal.source, height: vertical.source)
        let isHalf = source.width == 2 * horizontal.scaled && source.height == 2 * vertical.scaled
        isHalving = isHalf && step <= 2 && !horizontal.isCopied && !vertical.isCopied
        columns = AxisFilter(horizontal, range: part.x..<part.maxX)
        rows = AxisFilter(vertical, range: part.y..<part.maxY)
        // Unused taps may be read past the last column: their weight is zero, their memory must be there.
        func words(_ count: Int) -> AlignedMemory {
            let memory = AlignedMemory(bytes: count * 2)
            memory.base.initializeMemory(as: UInt16.self, repeating: 0, count: count)
            return memory
        }
        mixed = words((source.width + columns.taps) * step)
        picked = words(step == 1 ? 1 : source.width + columns.taps)
    }

    /// Filters the rows under scaled row `row`, as far as `range` needs: all channels that share the plane at once.
    /// To be called before `writeColumns`.
    ///
    /// - Parameter plane: the first byte of the plane; must stay until the columns are written.
    func mixRows(under row: Int, range: Range<Int>, of plane: UnsafeRawPointer, strideBytes: Int) {
        guard !isHalving else { return pair = (plane + 2 * row * strideBytes, strideBytes) }
        let under = columns.sources(under: range)
        let (left, right) = (under.lowerBound * step, min(under.upperBound, source.width) * step)
        let top = Int(rows.first[row - rows.range.lowerBound])
        rows.weights.withUnsafeBufferPointer { weights in
            kernels.mixRows(
                plane + top * strideBytes + left, strideBytes: strideBytes, existing: source.height - top,
                weights: weights.baseAddress! + (row - rows.range.lowerBound) * rows.taps, taps: rows.taps,
                into: mixed.base.assumingMemoryBound(to: UInt16.self) + left, bytes: right - left)
        }
    }

    /// Writes scaled samples `range` of the channel that begins at byte `phase` of the plane.
    func writeColumns(_ range: Range<Int>, phase: Int, into samples: UnsafeMutablePointer<UInt8>) {
        if let pair {
            let first = pair.rows + 2 * range.lowerBound * step
            return kernels.halvePlane(first, strideBytes: pair.strideBytes, step: step, phase: phase, into: samples, count: range.count)
        }
        var row = mixed.base.assumingMemoryBound(to: UInt16.self)
        if step > 1 {
            let under = columns.sources(under: range)
            let channel = picked.base.assumingMemoryBound(to: UInt16.self)
            let left = under.lowerBound
            kernels.pick(row + left * step + phase, step: step, into: channel + left, count: min(under.upperBound, source.width) - left)
            row = channel
        }
        columns.weights.withUnsafeBufferPointer { weights in
            columns.first.withUnsafeBufferPointer { first in
                let at = range.lowerBound - columns.range.lowerBound
                kernels.mixPlaneColumns(
                    row, first: first.baseAddress! + at, weights: weights.baseAddress! + at * columns.taps, taps: columns.taps,
                    into: samples, count: range.count)
            }
        }
    }
}
