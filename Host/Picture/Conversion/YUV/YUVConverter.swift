import CYUV
import Frames

/// YUV frames: their planes are copied or scaled as they are, never by way of red, green and blue. What was made by another
/// matrix or in another range than the canvas's is changed afterwards, where it stands.
final class YUVConverter: PartConverter {
    private let geometry: FrameWindow
    private let kernels: PixelKernels
    private let change: ColourChange?
    private let scalers: (luma: PlaneScaler, chroma: PlaneScaler)?

    /// - Parameter geometry: of a YUV format.
    init(geometry: FrameWindow, placement: Placement, kernels: PixelKernels) {
        (self.geometry, self.kernels) = (geometry, kernels)
        change = geometry.format.colour.flatMap { ColourChange(from: $0) }
        guard !placement.isCopied else {
            scalers = nil
            return
        }
        let part = placement.lyingVisible
        let half = PixelRectangle(x: part.x / 2, y: part.y / 2, width: part.width / 2, height: part.height / 2)
        let (lumaStep, chromaStep) =
            switch geometry.format {
            case .yuyv: (2, 4)
            case .nv12: (1, 2)
            case .i420, .bgrx: (1, 1)
            }
        scalers = (
            PlaneScaler(horizontal: placement.horizontal, vertical: placement.vertical, part: part, step: lumaStep, kernels: kernels),
            PlaneScaler(
                horizontal: placement.horizontal.chroma(isShared: true),
                vertical: placement.vertical.chroma(isShared: geometry.format.sharesRows), part: half, step: chromaStep, kernels: kernels)
        )
    }

    func convert(_ lying: PixelRectangle, from pixels: UnsafeRawPointer, into planes: I420View) {
        if let scalers {
            scaleLuma(lying, from: pixels, by: scalers.luma, into: planes)
            scaleChroma(lying, from: pixels, by: scalers.chroma, into: planes)
        } else {
            copy(lying, from: pixels.assumingMemoryBound(to: UInt8.self), into: planes)
        }
        if let change { kernels.recolour(planes, by: change) }
    }

    // MARK: Copied

    private func copy(_ lying: PixelRectangle, from pixels: UnsafePointer<UInt8>, into planes: I420View) {
        // Where the frame has an odd side, the lying picture ends one pixel further: the last one is repeated.
        let width = min(lying.maxX, geometry.size.width) - lying.x
        let height = min(lying.maxY, geometry.size.height) - lying.y
        let stride = geometry.strideBytes
        if case .yuyv = geometry.format {
            YUY2ToI420(
                pixels + lying.y * stride + lying.x * 2, Int32(stride), planes.luma, Int32(planes.lumaStrideBytes), planes.blueChroma,
                Int32(planes.chromaStrideBytes), planes.redChroma, Int32(planes.chromaStrideBytes), Int32(width), Int32(height))
        } else {
            let first = pixels + lying.y * stride + lying.x
            for row in 0..<height { (planes.luma + row * planes.lumaStrideBytes).update(from: first + row * stride, count: width) }
            copyChroma(lying, from: pixels, into: planes)
        }
        repeatEdges(of: planes, width: width, height: height)
    }

    /// Of the formats that have colour in planes of its own.
    private func copyChroma(_ lying: PixelRectangle, from pixels: UnsafePointer<UInt8>, into planes: I420View) {
        let (columns, rows) = (lying.width / 2, lying.height / 2)
        func part(_ index: Int, bytesPerSample: Int) -> (UnsafePointer<UInt8>, Int) {
            let plane = geometry.plane(index)
            return (pixels + plane.offsetBytes + lying.y / 2 * plane.strideBytes + lying.x / 2 * bytesPerSample, plane.strideBytes)
        }
        if case .nv12 = geometry.format {
            let (first, stride) = part(1, bytesPerSample: 2)
            return SplitUVPlane(
                first, Int32(stride), planes.blueChroma, Int32(planes.chromaStrideBytes), planes.redChroma,
                Int32(planes.chromaStrideBytes), Int32(columns), Int32(rows))
        }
        let (blue, stride) = part(1, bytesPerSample: 1)
        let (red, _) = part(2, bytesPerSample: 1)
        for row in 0..<rows {
            (planes.blueChroma + row * planes.chromaStrideBytes).update(from: blue + row * stride, count: columns)
            (planes.redChroma + row * planes.chromaStrideBytes).update(from: red + row * stride, count: columns)
        }
    }

    private func repeatEdges(of planes: I420View, width: Int, height: Int) {
        let stride = planes.lumaStrideBytes
        if width < planes.size.width {
            for row in 0..<height { planes.luma[row * stride + width] = planes.luma[row * stride + width - 1] }
        }
        if height < planes.size.height {
            (planes.luma + height * stride).update(from: planes.luma + (height - 1) * stride, count: planes.size.width)
        }
    }

    // MARK: Scaled

    private func scaleLuma(_ lying: PixelRectangle, from pixels: UnsafeRawPointer, by scaler: PlaneScaler, into planes: I420View) {
        let range = lying.x..<lying.maxX
        for row in 0..<lying.height {
            scaler.mixRows(under: lying.y + row, range: range, of: pixels, strideBytes: geometry.strideBytes)
            scaler.writeColumns(range, phase: 0, into: planes.luma + row * planes.lumaStrideBytes)
        }
    }

    private func scaleChroma(_ lying: PixelRectangle, from pixels: UnsafeRawPointer, by scaler: PlaneScaler, into planes: I420View) {
        let range = lying.x / 2..<lying.maxX / 2
        // Each channel's plane, and where in it the channel begins.
        let (blue, red): ((Int, Int), (Int, Int)) =
            switch geometry.format {
            case .yuyv: ((0, 1), (0, 3))
            case .nv12: ((1, 0), (1, 1))
            case .i420, .bgrx: ((1, 0), (2, 0))
            }
        for row in 0..<lying.height / 2 {
            let at = row * planes.chromaStrideBytes
            mix(blue.0, row: lying.y / 2 + row, range, from: pixels, by: scaler)
            scaler.writeColumns(range, phase: blue.1, into: planes.blueChroma + at)
            if red.0 != blue.0 { mix(red.0, row: lying.y / 2 + row, range, from: pixels, by: scaler) }
            scaler.writeColumns(range, phase: red.1, into: planes.redChroma + at)
        }
    }

    private func mix(_ index: Int, row: Int, _ range: Range<Int>, from pixels: UnsafeRawPointer, by scaler: PlaneScaler) {
        let plane = geometry.plane(index)
        scaler.mixRows(under: row, range: range, of: pixels + plane.offsetBytes, strideBytes: plane.strideBytes)
    }
}
