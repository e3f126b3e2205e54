import CYUV
import Frames

/// YUV frames: their planes are copied or scaled as they are, never by way of red, green and blue. What was made by another
/// matrix or in another range than the canvas's is changed afterwards, where it stands.
final class YUVConverter: PartConverter {
    private let geometry: FrameWindow
    private let kernels: PixelKernels
    private let change: ColourChange?
    private let scalers: (luma: PlaneScaler, chroma: PlaneScaler)?
    /// From the frame's colours to those of each pixel; `nil` where no one wants them.
    private let fullScaler: PlaneScaler?

    /// - Parameters:
    ///   - geometry: of a YUV format.
    ///   - hasFullChroma: whether the planes that are filled have it.
    init(geometry: FrameWindow, placement: Placement, kernels: PixelKernels, hasFullChroma: Bool) {
        (self.geometry, self.kernels) = (geometry, kernels)
        change = geometry.format.colour.flatMap { ColourChange(from: $0) }
        let part = placement.lyingVisible
        let half = PixelRectangle(x: part.x / 2, y: part.y / 2, width: part.width / 2, height: part.height / 2)
        let (lumaStep, chromaStep) =
            switch geometry.format {
            case .yuyv: (2, 4)
            case .nv12: (1, 2)
            case .i420, .bgrx: (1, 1)
            }
        fullScaler =
            hasFullChroma
            ? PlaneScaler(
                horizontal: placement.horizontal.fullChroma(isShared: true),
                vertical: placement.vertical.fullChroma(isShared: geometry.format.sharesRows), part: part, step: chromaStep, kernels: kernels)
            : nil
        guard !placement.isCopied else {
            scalers = nil
            return
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
            let half = PixelRectangle(x: lying.x / 2, y: lying.y / 2, width: lying.width / 2, height: lying.height / 2)
            scaleChroma(
                half, from: pixels, by: scalers.chroma, into: FullChroma(blue: planes.blueChroma, red: planes.redChroma),
                strideBytes: planes.chromaStrideBytes)
        } else {
            copy(lying, from: pixels.assumingMemoryBound(to: UInt8.self), into: planes)
        }
        if let fullScaler, let full = planes.fullChroma {
            scaleChroma(lying, from: pixels, by: fullScaler, into: full, strideBytes: planes.lumaStrideBytes)
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

    /// - Parameter samples: in the planes of colour that are filled.
    private func scaleChroma(
        _ samples: PixelRectangle, from pixels: UnsafeRawPointer, by scaler: PlaneScaler, into chroma: FullChroma, strideBytes: Int
    ) {
        let range = samples.x..<samples.maxX
        // Each channel's plane, and where in it the channel begins.
        let (blue, red): ((Int, Int), (Int, Int)) =
            switch geometry.format {
            case .yuyv: ((0, 1), (0, 3))
            case .nv12: ((1, 0), (1, 1))
            case .i420, .bgrx: ((1, 0), (2, 0))
            }
        for row in 0..<samples.height {
            let to = chroma.advanced(by: row * strideBytes)
            mix(blue.0, row: samples.y + row, range, from: pixels, by: scaler)
            scaler.writeColumns(range, phase: blue.1, into: to.blue)
            if red.0 != blue.0 { mix(red.0, row: samples.y + row, range, from: pixels, by: scaler) }
            scaler.writeColumns(range, phase: red.1, into: to.red)
        }
    }

    private func mix(_ index: Int, row: Int, _ range: Range<Int>, from pixels: UnsafeRawPointer, by scaler: PlaneScaler) {
        let plane = geometry.plane(index)
        scaler.mixRows(under: row, range: range, of: pixels + plane.offsetBytes, strideBytes: plane.strideBytes)
    }
}
