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
            let stride = frame.planes[0].strideBytes
            copyWords(
                from: source + (frame.area.y + rectangle.y) * stride + (frame.area.x + rectangle.x) * 4, strideBytes: stride,
                to: base + rectangle.y * geometry.strideBytes + rectangle.x * 4, strideBytes: geometry.strideBytes, size: rectangle.size,
                format.arrangement)
            return
        }
        // Colour is shared by neighbours, so that edges lie between pairs, or at the picture's own edge.
        let (left, top) = (rectangle.x & ~1, rectangle.y & ~1)
        let (right, bottom) = (min((rectangle.maxX + 1) & ~1, geometry.size.width), min((rectangle.maxY + 1) & ~1, geometry.size.height))
        for index in 0..<geometry.planeCount {
            guard let source = frame.planes[index].pixels else { return }
            let (plane, stride) = (geometry.plane(index), frame.planes[index].strideBytes)
            let scale = PlaneScale(geometry.format, plane: index)
            let firstRow = top / scale.rows
            let rows = (bottom + scale.rows - 1) / scale.rows - firstRow
            let firstByte = left / scale.columns * scale.bytes
            let count = ((right + scale.columns - 1) / scale.columns) * scale.bytes - firstByte
            let from = source + (frame.area.y / scale.rows + firstRow) * stride + frame.area.x / scale.columns * scale.bytes + firstByte
            let to = base + plane.offsetBytes + firstRow * plane.strideBytes + firstByte
            for row in 0..<rows { (to + row * plane.strideBytes).copyMemory(from: from + row * stride, byteCount: count) }
        }
    }

    /// Pixels of four bytes, put in the order blue, green, red, and the fourth.
    static func copyWords(
        from source: UnsafeRawPointer, strideBytes sourceStride: Int, to target: UnsafeMutableRawPointer, strideBytes targetStride: Int,
        size: PixelSize, _ arrangement: StreamFormat.Arrangement
    ) {
        let pixels =
            switch arrangement {
            case .rgbx: CPW_RGBX
            case .xrgb: CPW_XRGB
            case .xbgr: CPW_XBGR
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
