import AppGroup
import CPipeWire
import Frames

/// The one copy that the agent makes: damaged rectangles from a buffer of PipeWire's into a slot of the host's.
enum FrameCopy {
    /// - Parameters:
    ///   - rectangle: in the picture's coordinates, within it.
    ///   - frame: of this format, its area as large as a frame of the slot's.
    static func copy(
        _ rectangle: PixelRectangle, of frame: borrowing HeldFrame, _ format: StreamFormat, into frames: WritableFrames, slot: Int
    ) {
        let geometry = frames.layout.geometry
        let base = frames.pixels(ofSlot: slot)
        if geometry.format == .bgrx {
            guard let source = frame.planes[0].pixels else { return }
            let (stride, bytes) = (frame.planes[0].strideBytes, format.arrangement.bytesPerPixel)
            copyWords(
                from: source + (frame.area.y + rectangle.y) * stride + (frame.area.x + rectangle.x) * bytes, strideBytes: stride,
                to: base + rectangle.y * geometry.strideBytes + rectangle.x * 4, strideBytes: geometry.strideBytes, size: rectangle.size,
                format.arrangement)
            return
        }
        // Colour is shared by neighbours, so that edges lie between pairs, or at the picture's own edge.
        let (left, top) = (rectangle.x & ~1, rectangle.y & ~1)
        let (right, bottom) = (min((rectangle.maxX + 1) & ~1, geometry.size.width), min((rectangle.maxY + 1) & ~1, geometry.size.height))
        let part = PixelRectangle(x: left, y: top, width: right - left, height: bottom - top)
        if format.arrangement == .y42b { return weave(part, of: frame, geometry, into: base) }
        for index in 0..<geometry.planeCount { copyPlane(index, part, of: frame, format.arrangement, geometry, into: base) }
    }

    private static func copyPlane(
        _ index: Int, _ part: PixelRectangle, of frame: borrowing HeldFrame, _ arrangement: StreamFormat.Arrangement, _ geometry: FrameGeometry,
        into base: UnsafeMutableRawPointer
    ) {
        let (plane, scale) = (geometry.plane(index), PlaneScale(geometry.format, plane: index))
        let firstRow = part.y / scale.rows
        let rows = (part.maxY + scale.rows - 1) / scale.rows - firstRow
        let firstByte = part.x / scale.columns * scale.bytes
        let count = ((part.maxX + scale.columns - 1) / scale.columns) * scale.bytes - firstByte
        let to = base + plane.offsetBytes + firstRow * plane.strideBytes + firstByte
        guard arrangement != .grey || index == 0 else {
            // No colour.
            for row in 0..<rows { (to + row * plane.strideBytes).initializeMemory(as: UInt8.self, repeating: 128, count: count) }
            return
        }
        guard let source = frame.planes[index].pixels else { return }
        let (order, stride) = (arrangement.order(ofPlane: index), frame.planes[index].strideBytes)
        let left = (frame.area.x / scale.columns * scale.bytes + firstByte) * (order == CPW_UPPER ? 2 : 1)
        let from = source + (frame.area.y / scale.rows + firstRow) * stride + left
        cpw_copy_plane(
            to.assumingMemoryBound(to: UInt8.self), plane.strideBytes, from.assumingMemoryBound(to: UInt8.self), stride, count, rows, order.rawValue)
    }

    /// Three planes of 4:2:2 become the one that the host knows.
    private static func weave(
        _ part: PixelRectangle, of frame: borrowing HeldFrame, _ geometry: FrameGeometry, into base: UnsafeMutableRawPointer
    ) {
        var planes: InlineArray<3, cpw_plane> = .init(repeating: cpw_plane())
        for index in 0..<3 {
            guard let pixels = frame.planes[index].pixels else { return }
            let (stride, columns) = (frame.planes[index].strideBytes, (frame.area.x + part.x) / (index == 0 ? 1 : 2))
            let first = pixels + (frame.area.y + part.y) * stride + columns
            planes[index] = cpw_plane(pixels: first.assumingMemoryBound(to: UInt8.self), stride: stride)
        }
        let to = base + part.y * geometry.strideBytes + part.x * 2
        planes.span.withUnsafeBufferPointer {
            cpw_weave_rows(to.assumingMemoryBound(to: UInt8.self), geometry.strideBytes, $0.baseAddress!, part.width, part.height)
        }
    }

    /// Pixels of four bytes, or three, put in the order blue, green, red, and the fourth.
    static func copyWords(
        from source: UnsafeRawPointer, strideBytes sourceStride: Int, to target: UnsafeMutableRawPointer, strideBytes targetStride: Int,
        size: PixelSize, _ arrangement: StreamFormat.Arrangement
    ) {
        let pixels =
            switch arrangement {
            case .rgbx: CPW_RGBX
            case .xrgb: CPW_XRGB
            case .xbgr: CPW_XBGR
            case .rgb: CPW_RGB
            case .bgr: CPW_BGR
            default: CPW_BGRX
            }
        cpw_copy_rows(
            target.assumingMemoryBound(to: UInt8.self), targetStride, source.assumingMemoryBound(to: UInt8.self), sourceStride, size.width,
            size.height, pixels.rawValue)
    }

    /// How many pixels share a sample of a plane, and how many bytes those take.
    private struct PlaneScale {
        let columns: Int
        let rows: Int
        let bytes: Int

        init(_ format: PixelFormat, plane: Int) {
            (columns, rows, bytes) =
                switch (format, plane) {
                case (.yuyv, _): (2, 1, 4)
                case (_, 0): (1, 1, 1)
                case (.nv12, _): (2, 2, 2)
                default: (2, 2, 1)
                }
        }
    }
}

extension StreamFormat.Arrangement {
    /// Of those without planes of colour.
    fileprivate var bytesPerPixel: Int { self == .rgb || self == .bgr ? 3 : 4 }

    /// What becomes of a plane's bytes.
    fileprivate func order(ofPlane index: Int) -> cpw_order {
        switch (self, index) {
        case (.uyvy, _), (.nv21, 1): CPW_SWAPPED
        case (.yvyu, _): CPW_EXCHANGED
        case (.p010, _): CPW_UPPER
        default: CPW_AS_IT_IS
        }
    }
}
