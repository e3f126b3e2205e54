import Frames

/// A part of the frames of one geometry, as if it were a frame of its own: what is cropped away is neither read nor mixed in.
struct FrameWindow: Hashable {
    let size: PixelSize
    /// From the frame's first byte to the window's.
    let offsetBytes: Int
    private let geometry: FrameGeometry
    private let part: PixelRectangle

    /// - Parameter part: inside the frame, not empty; its origin is even, since pixels may share their colour.
    init(of geometry: FrameGeometry, part: PixelRectangle) {
        (self.geometry, self.part, size) = (geometry, part, part.size)
        let bytesPerPixel =
            switch geometry.format {
            case .bgrx: 4
            case .yuyv: 2
            case .nv12, .i420: 1
            }
        offsetBytes = part.y * geometry.strideBytes + part.x * bytesPerPixel
    }

    var format: PixelFormat { geometry.format }
    var strideBytes: Int { geometry.strideBytes }

    /// Where a plane of the window lies, from the window's first byte.
    func plane(_ index: Int) -> FramePlane {
        let whole = geometry.plane(index)
        guard index > 0 else { return whole }
        // NV12 has two bytes for two pixels, I420 one in each plane.
        let columnBytes = geometry.format.isInterleaved ? part.x : part.x / 2
        return FramePlane(
            offsetBytes: whole.offsetBytes + part.y / 2 * whole.strideBytes + columnBytes - offsetBytes, strideBytes: whole.strideBytes,
            rowBytes: whole.rowBytes, rows: whole.rows)
    }
}

extension PixelFormat {
    /// Both kinds of colour in one plane.
    fileprivate var isInterleaved: Bool { if case .nv12 = self { true } else { false } }
}
