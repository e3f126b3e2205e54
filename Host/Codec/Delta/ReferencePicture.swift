import CDelta
import Frames
import Picture

/// A picture as decoders have it, in memory of its own: whole macroblocks, luma, and blue beside red. Belongs to one thread.
final class ReferencePicture {
    let columns: Int
    let rows: Int
    private let luma: UnsafeMutablePointer<UInt8>
    private let chroma: UnsafeMutablePointer<UInt8>

    init(of size: PixelSize) {
        (columns, rows) = size.macroblocks
        (luma, chroma) = (.allocate(capacity: 256 * columns * rows), .allocate(capacity: 128 * columns * rows))
        luma.initialize(repeating: 0, count: 256 * columns * rows)
        chroma.initialize(repeating: 0, count: 128 * columns * rows)
    }

    deinit {
        luma.deallocate()
        chroma.deallocate()
    }

    private var strideBytes: Int { 16 * columns }

    var reference: DeltaWriter.Reference {
        DeltaWriter.Reference(luma: luma, chroma: chroma, lumaStrideBytes: strideBytes, chromaStrideBytes: strideBytes)
    }

    /// Takes rows of macroblocks from another picture.
    ///
    /// - Parameters:
    ///   - other: of the same width; its first row becomes the first of `range`.
    ///   - range: the rows here.
    func copy(_ other: DeltaWriter.Reference, to range: Range<Int>) {
        for line in 0..<16 * range.count {
            (luma + (16 * range.lowerBound + line) * strideBytes).update(from: other.luma + line * other.lumaStrideBytes, count: strideBytes)
        }
        for line in 0..<8 * range.count {
            (chroma + (8 * range.lowerBound + line) * strideBytes).update(from: other.chroma + line * other.chromaStrideBytes, count: strideBytes)
        }
    }

    /// Finds the macroblocks that differ from those of another picture of the same size.
    ///
    /// - Parameter same: gets 1 for each macroblock, row by row, that is the same in both, else 0.
    /// - Returns: how many differ.
    func difference(from other: DeltaWriter.Reference, same: UnsafeMutablePointer<UInt8>) -> Int {
        var (one, other) = (reference.planes, other.planes)
        return Int(cdelta_compare(&one, &other, Int32(columns), Int32(rows), same))
    }

    /// The picture with blue and red apart.
    ///
    /// - Parameters:
    ///   - size: as far as it is seen.
    ///   - body: gets it, to be read during the call only.
    func withView<Failure>(_ size: PixelSize, _ body: (I420View) throws(Failure) -> Void) throws(Failure) {
        let count = 64 * columns * rows
        let (blue, red) = (UnsafeMutablePointer<UInt8>.allocate(capacity: count), UnsafeMutablePointer<UInt8>.allocate(capacity: count))
        defer {
            blue.deallocate()
            red.deallocate()
        }
        for index in 0..<count { (blue[index], red[index]) = (chroma[2 * index], chroma[2 * index + 1]) }
        try body(
            I420View(
                size: size, luma: luma, blueChroma: blue, redChroma: red, lumaStrideBytes: strideBytes, chromaStrideBytes: strideBytes / 2))
    }
}

extension DeltaWriter.Reference {
    var planes: cdelta_planes {
        cdelta_planes(luma: luma, chroma: chroma, luma_stride: lumaStrideBytes, chroma_stride: chromaStrideBytes)
    }
}
