import Frames

/// What a stream's pictures are made of, and what they become in the frame memory.
struct StreamFormat: Hashable {
    /// How the bytes of a buffer lie: in memory order, `x` unused.
    enum Arrangement: Hashable, CaseIterable {
        case bgrx, rgbx, xrgb, xbgr
        case i420, nv12, yuy2
    }

    let size: PixelSize
    let arrangement: Arrangement
    let pixels: PixelFormat

    /// `nil` for what cannot be carried. Unnamed colour is read as players read it: small pictures, as webcams give,
    /// are of standard definition, and all have limited range.
    init?(size: PixelSize, _ arrangement: Arrangement, matrix: YUVColour.Matrix? = nil, range: YUVColour.Range? = nil) {
        let colour = YUVColour(matrix: matrix ?? (size.width < 1280 ? .bt601 : .bt709), range: range ?? .limited)
        (self.size, self.arrangement) = (size, arrangement)
        pixels =
            switch arrangement {
            case .bgrx, .rgbx, .xrgb, .xbgr: .bgrx
            case .i420: .i420(colour)
            case .nv12: .nv12(colour)
            case .yuy2: .yuyv(colour)
            }
        guard FrameGeometry(size: size, format: pixels) != nil else { return nil }
    }

    /// Pictures begin at a multiple of that many pixels.
    var alignment: Int { pixels == .bgrx ? 1 : 2 }
}
