import CPixels

/// The face of CPixels: the same kernels in portable C or in AVX2, identical to the byte.
struct PixelKernels: Sendable {
    private let avx2: Int32

    static let portable = PixelKernels(avx2: 0)
    /// The fastest that this machine runs.
    static let best = PixelKernels(avx2: cpixels_has_avx2())

    /// BGRx to I420. `width` and `height` may be odd: the last column or row is then repeated into whole 2x2 blocks.
    func convert(_ pixels: UnsafeRawPointer, strideBytes: Int, width: Int, height: Int, into planes: I420View) {
        cpixels_convert(
            pixels.assumingMemoryBound(to: UInt8.self), strideBytes, Int32(width), Int32(height),
            planes.luma, planes.lumaStrideBytes, planes.blueChroma, planes.redChroma, planes.chromaStrideBytes, avx2)
    }

    /// One filtered row from those at `rows`, of which `existing` may be read.
    func mixRows(
        _ rows: UnsafeRawPointer, strideBytes: Int, existing: Int, weights: UnsafePointer<Int16>, taps: Int,
        into mixed: UnsafeMutablePointer<UInt16>, pixels: Int
    ) {
        cpixels_mix_rows(
            rows.assumingMemoryBound(to: UInt8.self), strideBytes, Int32(existing), weights, Int32(taps), mixed, pixels * 4, avx2)
    }

    /// Filters the columns of a mixed row into `count` pixels of four bytes.
    func mixColumns(
        _ mixed: UnsafePointer<UInt16>, first: UnsafePointer<Int32>, weights: UnsafePointer<Int16>, taps: Int,
        into pixels: UnsafeMutableRawPointer, count: Int
    ) {
        cpixels_mix_columns(
            mixed, first, weights, Int32(taps), pixels.assumingMemoryBound(to: UInt8.self), Int32(count), avx2)
    }

    /// Two rows of 4-byte pixels into one of `count`, half as wide.
    func halve(_ rows: UnsafeRawPointer, strideBytes: Int, into halved: UnsafeMutableRawPointer, count: Int) {
        cpixels_halve(
            rows.assumingMemoryBound(to: UInt8.self), strideBytes, halved.assumingMemoryBound(to: UInt8.self), Int32(count), avx2)
    }

    /// Blends premultiplied BGRA; `planes` begin at the 2x2 block of the first pixel, which is (`insetX`, `insetY`) in it.
    static func blend(
        _ pixels: UnsafeRawPointer, strideBytes: Int, width: Int, height: Int, insetX: Int, insetY: Int, over planes: I420View
    ) {
        cpixels_blend_pointer(
            pixels.assumingMemoryBound(to: UInt8.self), strideBytes, Int32(width), Int32(height), Int32(insetX), Int32(insetY),
            planes.luma, planes.lumaStrideBytes, planes.blueChroma, planes.redChroma, planes.chromaStrideBytes)
    }
}
