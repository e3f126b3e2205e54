/// Where one plane of a frame lies within its slot.
public struct FramePlane: Hashable, Sendable {
    /// From the slot's first byte.
    public let offsetBytes: Int
    /// From the start of one row to the start of the next.
    public let strideBytes: Int
    /// What a row of pixels takes, without padding.
    public let rowBytes: Int
    public let rows: Int

    public init(offsetBytes: Int, strideBytes: Int, rowBytes: Int, rows: Int) {
        (self.offsetBytes, self.strideBytes, self.rowBytes, self.rows) = (offsetBytes, strideBytes, rowBytes, rows)
    }
}

extension FrameGeometry {
    public var planeCount: Int {
        switch format {
        case .bgrx, .yuyv: 1
        case .nv12: 2
        case .i420: 3
        }
    }

    /// `index` must be in `0 ..< planeCount`. Computed here, once, for both sides: neither sends an offset.
    public func plane(_ index: Int) -> FramePlane {
        precondition(index >= 0 && index < planeCount, "plane out of range")
        let rowBytes = format == .bgrx ? size.width * 4 : size.width
        let chromaColumns = (size.width + 1) / 2
        let lumaBytes = strideBytes * size.height
        switch (format, index) {
        case (.yuyv, _): return FramePlane(offsetBytes: 0, strideBytes: strideBytes, rowBytes: chromaColumns * 4, rows: size.height)
        case (_, 0): return FramePlane(offsetBytes: 0, strideBytes: strideBytes, rowBytes: rowBytes, rows: size.height)
        case (.nv12, _): return FramePlane(offsetBytes: lumaBytes, strideBytes: strideBytes, rowBytes: chromaColumns * 2, rows: chromaRows)
        default:
            let offset = lumaBytes + (index - 1) * (strideBytes / 2) * chromaRows
            return FramePlane(offsetBytes: offset, strideBytes: strideBytes / 2, rowBytes: chromaColumns, rows: chromaRows)
        }
    }

    /// Rows of the planes that hold colour alone.
    private var chromaRows: Int { (size.height + 1) / 2 }

    /// All planes, one after the other.
    public var frameBytes: Int {
        let last = plane(planeCount - 1)
        return last.offsetBytes + last.strideBytes * last.rows
    }
}
