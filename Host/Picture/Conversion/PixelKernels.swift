import CPixels

/// The face of CPixels: the same kernels in portable C or in AVX2, identical to the byte.
struct PixelKernels: Sendable {
    let avx2: Int32

    static let portable = PixelKernels(avx2: 0)
    /// The fastest that this machine runs.
    static let best = PixelKernels(avx2: cpixels_has_avx2())

    /// BGRx to I420, and to full chroma where there is some. `width` and `height` may be odd: the last column or row is then repeated into
    /// whole 2x2 blocks.
    func convert(_ pixels: UnsafeRawPointer, strideBytes: Int, width: Int, height: Int, into planes: I420View) {
        cpixels_convert(
            pixels.assumingMemoryBound(to: UInt8.self), strideBytes, Int32(width), Int32(height),
            planes.luma, planes.lumaStrideBytes, planes.blueChroma, planes.redChroma, planes.chromaStrideBytes, avx2)
        guard let full = planes.fullChroma else { return }
        cpixels_convert_chroma(
            pixels.assumingMemoryBound(to: UInt8.self), strideBytes, Int32(width), Int32(height), full.blue, full.red, planes.lumaStrideBytes, avx2)
    }

    /// One filtered row of `bytes` samples from those at `rows`, of which `existing` may be read.
    func mixRows(
        _ rows: UnsafeRawPointer, strideBytes: Int, existing: Int, weights: UnsafePointer<Int16>, taps: Int,
        into mixed: UnsafeMutablePointer<UInt16>, bytes: Int
    ) {
        cpixels_mix_rows(rows.assumingMemoryBound(to: UInt8.self), strideBytes, Int32(existing), weights, Int32(taps), mixed, bytes, avx2)
    }

    /// Filters the columns of a mixed row into `count` pixels of four bytes.
    func mixColumns(
        _ mixed: UnsafePointer<UInt16>, first: UnsafePointer<Int32>, weights: UnsafePointer<Int16>, taps: Int,
        into pixels: UnsafeMutableRawPointer, count: Int
    ) {
        cpixels_mix_columns(
            mixed, first, weights, Int32(taps), pixels.assumingMemoryBound(to: UInt8.self), Int32(count), avx2)
    }

    /// Filters the columns of a mixed row of one channel into `count` samples.
    func mixPlaneColumns(
        _ mixed: UnsafePointer<UInt16>, first: UnsafePointer<Int32>, weights: UnsafePointer<Int16>, taps: Int,
        into plane: UnsafeMutablePointer<UInt8>, count: Int
    ) {
        cpixels_mix_plane_columns(mixed, first, weights, Int32(taps), plane, Int32(count), avx2)
    }

    /// Two rows of one channel into one of `count` samples, half as wide. A sample stands in every `step`th byte, 1 or 2.
    func halvePlane(
        _ rows: UnsafeRawPointer, strideBytes: Int, step: Int, phase: Int, into halved: UnsafeMutablePointer<UInt8>, count: Int
    ) {
        cpixels_halve_plane(
            rows.assumingMemoryBound(to: UInt8.self), strideBytes, Int32(step), Int32(phase), halved, Int32(count), avx2)
    }

    /// Every `step`th word, 2 or 4.
    func pick(_ mixed: UnsafePointer<UInt16>, step: Int, into picked: UnsafeMutablePointer<UInt16>, count: Int) {
        cpixels_pick_words(mixed, Int32(step), picked, Int32(count))
    }

    /// Changes colours in place.
    func recolour(_ planes: I420View, by change: ColourChange) {
        var colours = cpixels_colours(
            luma_luma: change.lumaFromLuma, luma_blue: change.lumaFromBlue, luma_red: change.lumaFromRed, luma_bias: change.lumaBias,
            blue_blue: change.blueFromBlue, blue_red: change.blueFromRed, red_blue: change.redFromBlue, red_red: change.redFromRed)
        cpixels_recolour(
            planes.luma, planes.lumaStrideBytes, planes.blueChroma, planes.redChroma, planes.chromaStrideBytes, Int32(planes.size.width),
            Int32(planes.size.height), &colours, avx2)
        guard let full = planes.fullChroma else { return }
        cpixels_recolour_chroma(
            full.blue, full.red, planes.lumaStrideBytes, Int32(planes.size.width), Int32(planes.size.height), &colours, avx2)
    }

    /// Two rows of 4-byte pixels into one of `count`, half as wide.
    func halve(_ rows: UnsafeRawPointer, strideBytes: Int, into halved: UnsafeMutableRawPointer, count: Int) {
        cpixels_halve(
            rows.assumingMemoryBound(to: UInt8.self), strideBytes, halved.assumingMemoryBound(to: UInt8.self), Int32(count), avx2)
    }

    /// Mixes two pictures of one size into a third, which may be one of them. `weight` is that of `upper`, 0...256.
    func mix(_ upper: I420View, over lower: I420View, weight: Int, into mixed: I420View) {
        let (width, height) = (Int32(mixed.size.width), Int32(mixed.size.height))
        cpixels_blend_plane(
            upper.luma, upper.lumaStrideBytes, lower.luma, lower.lumaStrideBytes, mixed.luma, mixed.lumaStrideBytes, width, height,
            Int32(weight), avx2)
        cpixels_blend_plane(
            upper.blueChroma, upper.chromaStrideBytes, lower.blueChroma, lower.chromaStrideBytes, mixed.blueChroma, mixed.chromaStrideBytes,
            width / 2, height / 2, Int32(weight), avx2)
        cpixels_blend_plane(
            upper.redChroma, upper.chromaStrideBytes, lower.redChroma, lower.chromaStrideBytes, mixed.redChroma, mixed.chromaStrideBytes,
            width / 2, height / 2, Int32(weight), avx2)
        guard let full = mixed.fullChroma, let above = upper.fullChroma, let below = lower.fullChroma else { return }
        for (over, under, into) in [(above.blue, below.blue, full.blue), (above.red, below.red, full.red)] {
            cpixels_blend_plane(
                over, upper.lumaStrideBytes, under, lower.lumaStrideBytes, into, mixed.lumaStrideBytes, width, height, Int32(weight), avx2)
        }
    }

    /// Blends premultiplied BGRA; `planes` begin at the 2x2 block of the first pixel, which is (`insetX`, `insetY`) in it.
    static func blend(
        _ pixels: UnsafeRawPointer, strideBytes: Int, width: Int, height: Int, insetX: Int, insetY: Int, over planes: I420View
    ) {
        cpixels_blend_pointer(
            pixels.assumingMemoryBound(to: UInt8.self), strideBytes, Int32(width), Int32(height), Int32(insetX), Int32(insetY),
            planes.luma, planes.lumaStrideBytes, planes.blueChroma, planes.redChroma, planes.chromaStrideBytes)
        guard let full = planes.fullChroma?.advanced(by: insetY * planes.lumaStrideBytes + insetX) else { return }
        cpixels_blend_chroma(
            pixels.assumingMemoryBound(to: UInt8.self), strideBytes, Int32(width), Int32(height), full.blue, full.red, planes.lumaStrideBytes)
    }
}
