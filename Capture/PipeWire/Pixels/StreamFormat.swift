import Frames

/// What a stream's pictures are made of, and what they become in the frame memory: what lies as the host knows it is carried as it is,
/// the rest is put in order while it is copied.
struct StreamFormat: Hashable {
    /// How the bytes of a buffer lie: in memory order, `x` unused.
    enum Arrangement: Hashable, CaseIterable {
        case bgrx, rgbx, xrgb, xbgr
        /// Three bytes a pixel.
        case rgb, bgr
        case i420, nv12, nv21
        /// As NV12, 10 bits in the upper part of 16.
        case p010
        case yuy2, uyvy, yvyu
        /// Three planes, colour at half width.
        case y42b
        /// Luma alone.
        case grey
    }

    let size: PixelSize
    let arrangement: Arrangement
    let pixels: PixelFormat

    /// `nil` for what cannot be carried. Unnamed colour is read as players read it: small pictures, as webcams give,
    /// are of standard definition, and all have limited range but those of luma alone.
    init?(size: PixelSize, _ arrangement: Arrangement, matrix: YUVColour.Matrix? = nil, range: YUVColour.Range? = nil) {
        let colour = YUVColour(
            matrix: matrix ?? (size.width < 1280 ? .bt601 : .bt709), range: range ?? (arrangement == .grey ? .full : .limited))
        (self.size, self.arrangement) = (size, arrangement)
        pixels =
            switch arrangement {
            case .bgrx, .rgbx, .xrgb, .xbgr, .rgb, .bgr: .bgrx
            case .i420: .i420(colour)
            case .nv12, .nv21, .p010, .grey: .nv12(colour)
            case .yuy2, .uyvy, .yvyu, .y42b: .yuyv(colour)
            }
        guard FrameGeometry(size: size, format: pixels) != nil else { return nil }
    }

    /// Pictures begin at a multiple of that many pixels.
    var alignment: Int { pixels == .bgrx ? 1 : 2 }
}
